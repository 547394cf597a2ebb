import { describe, expect, it } from "vitest";
import type { LuaBlock } from "../../src/parse/prompt.ts";
import { diagnostic, failure, prompt, sample } from "./sample.ts";

const content = (text: string) => sample(`# T\n\n## S\n\n${text}`);
const sources = (text: string) =>
  prompt(content(text))
    .sections[0]!.blocks.filter((b): b is LuaBlock => b.kind === "lua")
    .map((b) => b.region.source);

describe("Lua fences (FMT-36 to FMT-38)", () => {
  it.each([
    ["```lua\nx = 1\n```", ["x = 1"]],
    ["```lua\n```\n", [""]],
    ["```lua\n\n\r\n\n```\n", [""]],
    ["```lua\nx = 1\n\n\n```\n", ["x = 1"]],
    ["```lua\n\nx = 1\n```\n", ["\nx = 1"]],
    ["```lua\ns = [[\n ```\n````\n```` \n~~~\n```x\n]]\n```\n", ["s = [[\n ```\n````\n```` \n~~~\n```x\n]]"]],
    ["text\n```lua\nx = 1\n```\ntext", ["x = 1"]],
    ["> quote\n```lua\nx = 1\n```\n", ["x = 1"]],
    ["- item\n```lua\nx = 1\n```\n", ["x = 1"]],
  ])("%j", (text, expected) => expect(sources(text)).toEqual(expected));

  it.each([
    "```Lua\nif\n```\n",
    "```lua \nif\n```\n",
    "```lua x\nif\n```\n",
    "``` lua\nif\n```\n",
    "````lua\nif\n````\n",
    "~~~lua\nif\n~~~\n",
    " ```lua\nif\n```\n",
    "    ```lua\n    if\n    ```\n",
    "```lua prompt\nif\n```\n",
    "```lua  shared\nif\n```\n",
    "> ```lua\n> if\n> ```\n",
    "- a\n\n  ```lua\n  if\n  ```\n",
    "````\n```lua\nif\n```\n````\n",
    "<!--\n```lua\nif\n```\n-->\n",
    "text\r```lua\nif\n```\n",
    "\uFEFF```lua\nif\n```\n",
  ])("%j is prose", (text) => expect(sources(text)).toEqual([]));
});

describe("fences that are not closed (FMT-39)", () => {
  const fence = "```lua\nx = 1\n```\n\n";
  it.each([
    ["```lua\nreturn 1\n", "section `S` prologue `lua` fence is not closed"],
    ["```lua", "section `S` prologue `lua` fence is not closed"],
    ["text\n\n```lua\nreturn 1\n", "section `S` epilog `lua` fence is not closed"],
    [`${fence}\`\`\`lua\nreturn 1\n`, "section `S` epilog `lua` fence is not closed"],
    ["text\n\n```lua\nx = 1\n````\n\nmore\n\n```lua\nreturn 1\n", "section `S` `lua` fence is not closed"],
    [
      "text\n\n```lua\nx = 1\n````\n\n```lua\nreturn 1\n```\n",
      "section `S` `lua` fence is not closed exactly",
    ],
    ["```lua\nx = 1\n````\n\n```lua\nreturn 1\n```\n", "section `S` `lua` fence is not closed exactly"],
  ])("%j: %s", (text, message) => {
    expect(failure(content(text))).toEqual({ kind: "Fence", name: "p", message });
  });

  it("in the H1 body the title names it", () => {
    expect(failure(sample("# The *T*\n\n```lua\nx\n"))).toMatchObject({
      message: "section `The T` prologue `lua` fence is not closed",
    });
    expect(failure(sample("# T\n\n```lua shared\nx = 1\n```` \n"))).toMatchObject({
      kind: "Fence",
      message: "prompt `lua shared` fence is not closed",
    });
  });

  it("an exact line in the next section does not close it", () => {
    const text = content("```lua\nx = 1\n ```\n\n## Next\n\n```lua\ny = 1\n```\n");
    expect(failure(text).message).toBe("section `S` prologue `lua` fence is not closed");
  });

  it("points at the opening and names the line that was meant to close it", () => {
    const { line, column, help } = diagnostic(content("```lua\nx = 1\n  ```\n"));
    expect([line, column]).toEqual([10, 1]);
    expect(help).toContain("Line 12 ");
  });
});

describe("the shared library's place (FMT-50)", () => {
  const library = "```lua shared\nx = 1\n```\n\n";
  it.each([
    [`# T\n\n${library}${library}`, "prompt allows at most one `lua shared` fence"],
    [`${library}# T\n\n## A\n\n${library}`, "prompt allows at most one `lua shared` fence"],
    [`# T\n\n## A\n\n${library}`, "`lua shared` fence is allowed only in H1"],
    [`${library}# T\n`, "`lua shared` fence is allowed only in H1"],
  ])("%j: %s", (body, message) =>
    expect(failure(sample(body))).toEqual({ kind: "Fence", name: "p", message }),
  );

  it("inside another code block it is none", () => {
    expect(prompt(sample(`# T\n\n~~~\n${library}~~~\n\n${library}`)).shared).toMatchObject({ line: 16 });
  });
});
