import { describe, expect, it } from "vitest";
import { failure, prompt, sample } from "./sample.ts";

const items = (content: string) => prompt(sample(`# T\n\n## S\n\n${content}\n`)).sections[0]!.items;

describe("list sections (FMT-59 to FMT-61)", () => {
  it.each([
    ["- a\n* b", ["a", "b"]],
    ["1. a\n07) b\n\n  - c", ["a", "b", "c"]],
    ["-   deep  ", ["  deep"]],
    ["- {{ x }}\n- *é*", ["{{ x }}", "*é*"]],
    ["Intro.\n\n---\n\n- a", ["a"]],
    ["---\n- a", ["a"]],
    ["- a\n    - nested is flat", ["a", "nested is flat"]],
    ["- - a", ["- a"]],
  ])("%j has the items %j", (content, expected) => expect(items(content)).toEqual(expected));

  it.each(["", "Text.", "- a\ntext", "+ a", "1.a\n", "-a", "-\ta", "- a\n\n---\n", "a) b", "٣. b"])(
    "%j is no list section",
    (content) => expect(items(content)).toBeUndefined(),
  );

  it("a Lua block makes it none, also with an empty marker", () => {
    expect(items("- a\n-\n\n```lua\n```")).toBeUndefined();
  });

  it.each(["-", "*", "- a\n1.\n- b", "1)\n"])("%j has an empty item", (content) => {
    expect(failure(sample(`# T\n\n## S\n\n${content}\n`))).toEqual({
      kind: "List",
      name: "p",
      message: "empty bullet item in list section `S`",
    });
  });

  it("an empty marker among other text is text", () => {
    expect(items("text\n\n-\n")).toBeUndefined();
  });

  it("holds at every level", () => {
    const [section] = prompt(sample("# T\n\n## A\n\n### B\n\n- x\n")).sections;
    expect(section!.children[0]!.items).toEqual(["x"]);
  });
});
