import { describe, expect, it } from "vitest";
import type { Section } from "../../src/parse/prompt.ts";
import { toBytes } from "../../src/source.ts";
import { diagnostic, failure, message, prompt, sample } from "./sample.ts";

const tree = (sections: readonly Section[]): unknown[] =>
  sections.map((s) => (s.children.length === 0 ? s.name : [s.name, ...tree(s.children)]));
const sections = (markdown: string) => tree(prompt(sample(`# T\n\n${markdown}`)).sections);

describe("the title (FMT-30 to FMT-34)", () => {
  it.each([
    ["#   Big *bold* and `code`  ##", "Big bold and code"],
    ["# Two  Spaces", "Two  Spaces"],
    ["# A &amp; B \\# C &copy;", "A & B # C ©"],
    ["The Title\n=========", "The Title"],
    ["One\n  two *three\n  four*  \nfive\n===", "Onetwo threefourfive"],
    ["# [a **b**](u) ![alt *x*](u) <b>c</b> <http://x.y>", "a b alt x c http://x.y"],
    ["# [a][r] [b][none] [r]\n\n[r]: /u", "a [b][none] r"],
    ["# x {#id}", "x {#id}"],
    ["# a # #", "a #"],
    ["# - a", "- a"],
    ["# ===", "==="],
    ["# `a # b` #", "a # b"],
    ["# _a_ b_c_", "a b_c_"],
    ["# \u0085ü\u00A0", "ü"],
    ["# a&#10;b", "a\nb"],
    ["`a\nb`\n===", "a b"],
    ["a `b\n   c` *d\n2. e*\n===", "a b c d2. e"],
    ["[a](u\n  't') <b\n  c>\n===", "a"],
    ["# tail\\", "tail\\"],
    ["> # In a quote", "In a quote"],
    ["- # In a list", "In a list"],
    ["> One\n> *two*\n> ===", "Onetwo"],
    ["[a]: /u\n2. x *y*\n===", "2. x y"],
  ])("%j reads as %j", (markdown, title) => expect(prompt(sample(`${markdown}\n`)).title).toBe(title));

  it.each(["```\n# a\n```", "    # a", "<!--\n# a\n-->", "####### a", "#a", "\\# a", "\uFEFF# a"])(
    "%j is none",
    (markdown) => expect(message(sample(`${markdown}\n`))).toBe("prompt requires an H1 title"),
  );

  it("is required once, and not empty", () => {
    const record = { kind: "Structure", name: "p" };
    expect(failure(sample("## A\n"))).toEqual({ ...record, message: "prompt requires an H1 title" });
    expect(failure(sample("# A\n# B\n"))).toEqual({
      ...record,
      message: "prompt must contain exactly one H1 title",
    });
    expect(failure(sample("> # A\n\n# B\n"))).toMatchObject({
      message: "prompt must contain exactly one H1 title",
    });
    expect(failure(sample("# \u00A0 #\n"))).toEqual({
      ...record,
      message: "prompt H1 title must not be empty",
    });
  });

  it("what stands above it is notes", () => {
    const { title, sections } = prompt(sample("## Note\n\n#### Deep\n\n```lua\nif\n```\n\n# T\n\n## A\n"));
    expect([title, tree(sections)]).toEqual(["T", ["A"]]);
  });
});

describe("sections (FMT-35)", () => {
  it("nest by level in file order", () => {
    expect(sections("## A\n### B\n#### C\n### D\n## E\n### B\n")).toEqual([
      ["A", ["B", "C"], "D"],
      ["E", "B"],
    ]);
    expect(sections("## 2\n### 3\n#### 4\n##### 5\n###### 6\n")).toEqual([["2", ["3", ["4", ["5", "6"]]]]]);
    expect(sections("")).toEqual([]);
  });

  it("a line directly above --- is a heading (FMT-46)", () => {
    expect(sections("## A\n\ntext\nmore\n---\n\nrest\n")).toEqual(["A", "textmore"]);
  });

  it("headings in quotes and lists count", () => {
    expect(sections("## A\n\n> ### B\n\n- ## C\n")).toEqual([["A", "B"], "C"]);
  });

  it("names are exact", () => {
    expect(sections("## a\n## A\n## a  b\n## a b\n")).toEqual(["a", "A", "a  b", "a b"]);
    expect(sections("## constructor\n## `__proto__`\n")).toEqual(["constructor", "__proto__"]);
  });

  it.each([
    ["## A\n#### D\n", "section `D` is an orphan H4 heading with no parent H3"],
    ["### A\n", "section `A` is an orphan H3 heading with no parent H2"],
    ["## A\n### B\n###### C\n", "section `C` is an orphan H6 heading with no parent H4"],
    ["## A\n### B\n## C\n#### D\n", "section `D` is an orphan H4 heading with no parent H3"],
    ["#### \n", "section `` is an orphan H4 heading with no parent H2"],
    ["##\n", "an H2 section heading must not be empty"],
    ["## A\n### <b></b>\n", "an H3 section heading must not be empty"],
  ])("%j: %s", (markdown, text) => {
    expect(failure(sample(`# T\n${markdown}`))).toEqual({ kind: "Structure", name: "p", message: text });
  });

  it("siblings have different names; the second heading is reported", () => {
    const text = sample("# T\n\n## Größe\n\n> ## Größe\n");
    expect(failure(text)).toEqual({
      kind: "Structure",
      name: "p",
      message:
        "duplicate sibling section name `Größe`: first declared at line 8, again at line 10; sibling section names must be unique",
      line: 10,
      column: 1,
      span: { start: 63, end: 75 },
    });
    expect(toBytes(text).slice(63, 75)).toBe(toBytes("> ## Größe"));
  });

  it("a setext heading begins at its text, not at the definitions above it", () => {
    expect(diagnostic(sample("# T\n\n## A\n\n[x]: /u\nA\n---\n"))).toMatchObject({ line: 11, column: 1 });
  });

  it("the heading and its line are no content", () => {
    const [section] = prompt(sample("# T\n\n## A ##  \t\ntext\n")).sections;
    expect(section!.blocks).toEqual([{ kind: "prose", text: "text", span: { start: 62, end: 66 } }]);
  });
});
