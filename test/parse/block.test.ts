import { describe, expect, it } from "vitest";
import type { Block, LuaBlock } from "../../src/parse/prompt.ts";
import { prompt, sample } from "./sample.ts";

const section = (content: string) => prompt(sample(`# T\n\n## S\n${content}`)).sections[0]!;
const blocks = (content: string): readonly Block[] => section(content).blocks;
const outline = (content: string) =>
  blocks(content).map((b) => (b.kind === "prose" ? b.text : b.region.label.replace("section `S` ", "*")));
const lua = (content: string) => blocks(content).filter((b): b is LuaBlock => b.kind === "lua");
const pending = (content: string) => lua(content).map((b) => b.prose.text);
const fence = "```lua\nx = 1\n```\n";

describe("blocks and labels (FMT-40, FMT-42)", () => {
  it.each([
    ["", [""]],
    ["\ntext\n", ["text"]],
    [fence, ["*prologue"]],
    [`\n \u0085\n${fence}`, ["*prologue"]],
    [`${fence}\ntext\n`, ["*prologue", "text"]],
    [`text\n\n${fence}`, ["text", "*epilog"]],
    [`${fence}\n\n${fence}`, ["*prologue", "", "*epilog"]],
    [`a\n\n${fence}b\n`, ["a", "*lua", "b"]],
    [`a\n\n${fence}b\n${fence}c\n\n${fence}`, ["a", "*lua", "b", "*lua", "c", "*epilog"]],
    ["---\n", ["---"]],
  ])("%j", (content, expected) => expect(outline(content)).toEqual(expected));

  it("all blocks of the H1 body have one label, and a lone empty prose block means none", () => {
    const { h1 } = prompt(sample(`# The *T*\n\n${fence}\ntext\n\n${fence}`));
    expect(h1.map((b) => (b.kind === "lua" ? b.region.label : b.text))).toEqual([
      "H1 `The T` lua",
      "text",
      "H1 `The T` lua",
    ]);
    expect(prompt(sample("# T\n\n \u00A0\n\n## A\n")).h1).toEqual([]);
    expect(prompt(sample("# T\ntext")).h1).toEqual([
      { kind: "prose", text: "text", span: { start: 50, end: 54 } },
    ]);
  });

  it("spans count bytes of the file", () => {
    const text = sample("# Ü\n\n## é\n\n  ß ü \n\n```lua\n-- ä\n```\n");
    const { source, sections } = prompt(text);
    const [prose, block] = sections[0]!.blocks;
    const { start, end } = (prose as { span: { start: number; end: number } }).span;
    expect(source.bytes.slice(start, end)).toBe("\u00C3\u009F \u00C3\u00BC");
    const { region, prose: template } = block as LuaBlock;
    expect(template.start).toBe(start);
    expect(source.bytes.startsWith(region.source, region.start)).toBe(true);
    expect(region).toMatchObject({ source: "-- \u00C3\u00A4", line: source.line(region.start) });
  });
});

describe("pending prose (FMT-44, FMT-45)", () => {
  it.each([
    [`a\n\n${fence}`, ["a"]],
    [`\u0085 a \u2003\n\n${fence}`, ["a"]],
    [`a\n\n${fence}${fence}`, ["a", ""]],
    [`a\n\n${fence}b\n\n${fence}`, ["a", "b"]],
    [`a\n\n---\n\nb\n\n${fence}`, ["b"]],
    [`---\nb\n\n${fence}`, ["b"]],
    [`a\n\n***\nb\n___\nc\n\n- - -\nd\n\n${fence}`, ["d"]],
    [`a\n\n---\n${fence}`, [""]],
    [`${fence}---\nb\n\n${fence}`, ["", "b"]],
    [`a\n\n   ---\n\nb\n\n${fence}`, ["b"]],
    [`a\n\n> ---\n> b\n\n${fence}`, ["> b"]],
    [`a\n\n    ---\n\nb\n\n${fence}`, ["a\n\n    ---\n\nb"]],
    [`a\n\n~~~\n---\n~~~\n\nb\n\n${fence}`, ["a\n\n~~~\n---\n~~~\n\nb"]],
    [`a\n\n<!--\n---\n-->\n\nb\n\n${fence}`, ["a\n\n<!--\n---\n-->\n\nb"]],
    [`a\n\n\uFEFF---\n\nb\n\n${fence}`, ["a\n\n\uFEFF---\n\nb"]],
    [`\uFEFF***\n\nb\n\n${fence}`, ["\uFEFF***\n\nb"]],
  ])("%j leaves %j", (content, expected) => expect(pending(content)).toEqual(expected));

  it("is raw Markdown with its placeholders found at byte offsets", () => {
    const [block] = lua(`gone {{ x }}\n\n---\n\n  é *{{ args }}* \\{{\n\n${fence}`);
    expect(block!.prose).toMatchObject({
      text: "é *{{ args }}* \\{{",
      pieces: [
        { kind: "text", text: "é *" },
        { kind: "placeholder", path: "args", offset: 4 },
        { kind: "text", text: "* {{" },
      ],
    });
  });

  it("a lone CR ends a Markdown line but no file line", () => {
    const [block] = lua(`a\r\r---\rb\n\n${fence}`);
    expect(block).toMatchObject({ prose: { text: "b" }, region: { line: 12 } });
  });
});

describe("the shared library (FMT-50, FMT-51)", () => {
  const library = "```lua shared\n-- é\n```\n";

  it("is no block, and blanks leave the prose around it one", () => {
    const { h1, shared } = prompt(sample(`# T\n\na\n\n${library}\nb {{ x }}\n\n${fence}`));
    expect(shared).toMatchObject({ label: "prompt shared library", line: 11, source: "-- \u00C3\u00A9" });
    const blank = `a\n\n${" ".repeat(13)}\n${" ".repeat(5)}\n${" ".repeat(3)}\n\nb {{ x }}`;
    expect(h1.map((b) => b.kind)).toEqual(["prose", "lua"]);
    expect((h1[1] as LuaBlock).prose).toMatchObject({ text: blank });
    expect((h1[1] as LuaBlock).prose.pieces[1]).toEqual({ kind: "placeholder", path: "x", offset: 30 });
  });

  it("alone leaves no block, and stands below a break too", () => {
    expect(prompt(sample(`# T\n\n${library}`))).toMatchObject({ h1: [], shared: { line: 9 } });
    const { h1, shared } = prompt(sample(`# T\n\na\n\n---\n\n${library}\nb\n\n${fence}`));
    expect(shared?.line).toBe(13);
    expect((h1[1] as LuaBlock).prose.text).toBe("b");
  });

  it("may hold what would be a break or a fence in Markdown", () => {
    const { h1 } = prompt(
      sample(`# T\n\na\n\n\`\`\`lua shared\n--[[\n \`\`\`\n---\n]]\n\`\`\`\n\nb\n\n${fence}`),
    );
    expect((h1[1] as LuaBlock).prose.text).toMatch(/^a\s+b$/);
  });
});
