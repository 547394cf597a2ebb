import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { describe, expect, it } from "vitest";
import { parse } from "../../src/parse/parse.ts";
import { printDeclaration } from "../../src/print/declaration.ts";
import { Source } from "../../src/source.ts";

const contract = `args:
  size: { type: number, default: 1 }
  "who": { type: string, description: "whom: to greet" }
models:
  writer: {}
tools: { find: acme/kit/find }
capabilities: [acme/kit]
`;

const text = (frontmatter: string) =>
  `---\nname: p\ndescription: Ö\npromptforge: 0\n${frontmatter}---\n\n# The title\n\n## A\n`;

/** The text of the prompt's line from where the map leads from the first `needle` of the declaration that matches. */
async function leads(file: string, needle: RegExp): Promise<string> {
  const { prompt } = parse(new Source("prompts/p.prompt.md", file));
  const { code, map } = await printDeclaration(prompt!);
  const at = needle.exec(code)!;
  const before = code.slice(0, at.index + at[0].length - (at[1] ?? at[0]).length).split("\n");
  const found = originalPositionFor(new TraceMap(JSON.stringify(map)), {
    line: before.length,
    column: before.at(-1)!.length,
  });
  expect(found.source).toBe("p.prompt.md");
  return file.split(/\r?\n/)[found.line! - 1]!.slice(found.column!);
}

describe("the map of a declaration", () => {
  it.each([
    ["an argument", /\n {2}(size\?: number)/, "size: { type"],
    ["an argument with a quoted key", /\n {2}(who: string)/, '"who": { type'],
    ["the arguments", /interface (Args)/, "args:"],
    ["the roles", /type (Role)/, "models:"],
    ["the slots", /type (Tool)/, "tools: {"],
    ["the prompt", /const (prompt)/, "# The title"],
    ["the module", /^import/, "---"],
  ])("leads from %s", async (_name, needle, expected) => {
    const line = await leads(text(contract), needle);
    expect(line.slice(0, expected.length)).toBe(expected);
  });

  it("counts the lines of files with a byte order mark and CRLF", async () => {
    const file = `\uFEFF${text(contract).replaceAll("\n", "\r\n")}`;
    expect(await leads(file, /\n {2}(who: string)/)).toMatch(/^"who"/);
  });

  it("leads to the title from what no key declares", async () => {
    for (const needle of [/type (Args)/, /type (Role)/, /type (Tool)/])
      expect(await leads(text(""), needle)).toBe("# The title");
  });

  it("counts columns in UTF-16 units", async () => {
    const file = text('args: { "a": { type: string, description: "😀ä" }, b: { type: string } }\n');
    expect(await leads(file, /\n {2}(b: string)/)).toMatch(/^b: \{/);
  });

  it("ends each range where its name ends", async () => {
    expect(await leads(text(contract), /interface Args( )/)).toMatch(/^:/);
    expect(await leads(text(contract), /who(: string)/)).toMatch(/^: \{/);
  });
});
