import { describe, expect, it } from "vitest";
import { diagnose } from "../../src/diagnostics/diagnostic.ts";
import { pretty } from "../../src/diagnostics/formats/pretty.ts";
import { decodeFile } from "../../src/diagnostics/text-file.ts";
import { parse } from "../../src/parse/parse.ts";
import { Source } from "../../src/source.ts";

const source = new Source("prompts/lantern.prompt.md", "---\nname: ü\ndescription: d\nmodles: x\n---\n# T\n");
const { diagnostics } = parse(source);
const escapeCharacter = String.fromCharCode(27);

describe("pretty", () => {
  it("gives severity, code, message, place, frame and help", () => {
    const known =
      "`name`, `description`, `promptforge`, `max_tool_iterations`, `input`, `output`, `capabilities`, `tools`, `args`, `models`";
    expect(pretty(diagnostics, source, { color: false })).toBe(
      [
        `error[frontmatter-unknown-key]: invalid frontmatter: unknown field \`modles\`, expected one of ${known}`,
        "  --> prompts/lantern.prompt.md:4:1",
        "  2 | name: ü",
        "  3 | description: d",
        "> 4 | modles: x",
        "    | ^^^^^^",
        "  5 | ---",
        "  6 | # T",
        "  help: Did you mean `models`?",
      ].join("\n"),
    );
  });

  it("colours only on request, and adds nothing but colours", () => {
    const plain = pretty(diagnostics, source, { color: false });
    const colored = pretty(diagnostics, source, { color: true });
    expect(plain).not.toContain(escapeCharacter);
    expect(colored).toContain(`${escapeCharacter}[31m`);
    expect(colored.replaceAll(new RegExp(`${escapeCharacter}\\[\\d+m`, "g"), "")).toBe(plain);
  });

  it("separates diagnostics by an empty line, and has nothing to say about none", () => {
    const two = [...diagnostics, diagnose(source, "title-missing", { start: 0, end: 3 })];
    expect(pretty(two, source, { color: false }).split("\n\n")).toHaveLength(2);
    expect(pretty([], source, { color: true })).toBe("");
  });

  it("shows no frame for a file that cannot be read", () => {
    const read = decodeFile("a.prompt.md", Uint8Array.of(0));
    const found = "diagnostic" in read ? [read.diagnostic] : [];
    expect(pretty(found, new Source("a.prompt.md", ""), { color: false })).toBe(
      "error[file-not-text]: the file is not UTF-8 text\n  --> a.prompt.md\n  help: Save the prompt as UTF-8 text without NUL bytes.",
    );
  });

  it("lets no control character of the prompt through", () => {
    const evil = new Source("p", `---\n"${escapeCharacter}[2J": x\n---\n`);
    const text = pretty(parse(evil).diagnostics, evil, { color: false });
    expect(text).toContain("frontmatter-");
    expect(text).not.toContain(escapeCharacter);
  });
});
