import { describe, expect, it } from "vitest";
import type { Section } from "../../../src/parse/prompt.ts";
import { failure, message, prompt, sample } from "../sample.ts";

const older = (body: string): string => sample(body).replace("promptforge: 0", "promptforge: 1");
const sectionOf = (content: string): Section => prompt(older(`# T\n\n## A\n\n${content}`)).sections[0]!;
const blocksOf = (content: string): string[] =>
  sectionOf(content).blocks.map((block) => (block.kind === "lua" ? `lua ${block.region.line}` : block.text));

describe("a thematic break in a section of version 1 (V1-10)", () => {
  it.each([
    ["---\n\nHidden.", true, ["Hidden."]],
    ["   * * *\n\nHidden.", true, ["Hidden."]],
    ["Live.\n\n---\n\nNote.", false, ["Live."]],
    ["---\n\nLive.\n\n___\n\nNote.\n\n---\n\nMore.", true, ["Live."]],
    ["---\n\n---\n\nNote.", true, [""]],
    ["> ---\n\nNote.", false, [""]],
    ["Live.\n\n- ---\n- x", false, ["Live."]],
    ["```lua\nx = 1 --[[\n---\n]]\n```\n\nLive.", false, ["lua 11", "Live."]],
  ])("%j", (content, isOffWalk, blocks) => {
    expect(sectionOf(content).isOffWalk).toBe(isOffWalk);
    expect(blocksOf(content)).toEqual(blocks);
  });

  it("keeps the lines of what stands below a leading one", () => {
    expect(blocksOf("---\n\n```lua\nreturn 1\n```")).toEqual(["lua 13"]);
    const wrong = older("# T\n\n## A\n\n---\n\n```lua\nreturn (\n```\n");
    expect(message(wrong)).toContain("lua compilation error at section `A` prologue (line 13)");
  });

  it("ends a list, and closes what is open above it", () => {
    expect(sectionOf("- a\n\n---\n\n- b").items).toEqual(["a"]);
    expect(blocksOf("Live.\n\n---\n\n```lua\nnot closed")).toEqual(["Live."]);
    expect(failure(older("# T\n\n## A\n\n```lua\nx = 1\n~~~\n\n---\n"))).toMatchObject({ kind: "Fence" });
  });

  it("is none below a line of text: that is a heading (V1-11)", () => {
    const { sections } = prompt(older("# T\n\n## A\n\nName\n---\n\nText."));
    expect(sections.map(({ name }) => name)).toEqual(["A", "Name"]);
  });
});

describe("a thematic break in the H1 body (V1-12)", () => {
  it("ends it, also as its first content, and hides a library that still counts", () => {
    const hidden = prompt(older("# T\n\n---\n\nText.\n\n```lua shared\nx = 1\n```\n\n## A\n"));
    expect([hidden.h1, hidden.shared]).toEqual([[], undefined]);
    const shown = prompt(older("# T\n\n```lua shared\nx = 1\n```\n\nText.\n\n---\n\nMore.\n"));
    expect(shown.h1.map((block) => block.kind === "prose" && block.text)).toEqual(["Text."]);
    expect(shown.shared).toBeDefined();
    const twice = "# T\n\n```lua shared\nx = 1\n```\n\n---\n\n```lua shared\ny = 1\n```\n";
    expect(message(older(twice))).toBe("prompt allows at most one `lua shared` fence");
  });
});

describe("prose of version 1 (V1-13)", () => {
  it("is a template, empty between two fences, and a fence has none of its own", () => {
    const { blocks } = sectionOf("Ask {{ args }}.\n\n```lua\nx = 1\n```\n\n```lua\ny = 2\n```");
    expect(blocks.map(({ kind }) => kind)).toEqual(["prose", "lua", "prose", "lua"]);
    const [first, lua, empty] = blocks;
    expect(first).toMatchObject({
      sent: { pieces: [{ text: "Ask " }, { path: "args", offset: 4 }, { text: "." }] },
    });
    expect(lua).toMatchObject({ prose: { pieces: [] } });
    expect(empty).toMatchObject({ text: "", sent: { pieces: [] } });
  });

  it("is not sent in version 0", () => {
    const [block] = prompt(sample("# T\n\n## A\n\nAsk.")).sections[0]!.blocks;
    expect(block).not.toHaveProperty("sent");
  });
});
