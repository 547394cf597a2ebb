import { diagnose } from "../../../src/diagnostics/diagnostic.ts";
import type { FileReport } from "../../../src/diagnostics/formats/report.ts";
import { decodeFile } from "../../../src/diagnostics/text-file.ts";
import { Source } from "../../../src/source.ts";

/** A finding behind a character of four bytes and two UTF-16 units, one with signs that formats escape, and one about a file as a whole. */
export function exampleReports(): readonly FileReport[] {
  const source = new Source("my prompts/ä,1.prompt.md", "---\n😀name: x\n---\n# T\n");
  const placed = diagnose(source, "frontmatter-unknown-key", { start: 8, end: 12 }, { message: "no `name`" });
  const signs = diagnose(
    source,
    "title-missing",
    { start: 16, end: 20 },
    { message: "100 %,\r\n a: b", help: "help" },
  );
  const read = decodeFile("/srv/bin.md", Uint8Array.of(0));
  const unread = "diagnostic" in read ? [read.diagnostic] : [];
  return [
    { source, diagnostics: [placed, { ...signs, severity: "warning" }] },
    { source: new Source("/srv/bin.md", ""), diagnostics: unread },
    { source: new Source("good.prompt.md", "---\n"), diagnostics: [] },
  ];
}
