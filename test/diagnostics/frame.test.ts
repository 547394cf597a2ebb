import { describe, expect, it } from "vitest";
import { frame } from "../../src/diagnostics/frame.ts";
import { Source, toBytes } from "../../src/source.ts";

const at = (text: string, part: string) => {
  const start = toBytes(text).indexOf(toBytes(part));
  return frame(new Source("p", text), { start, end: start + toBytes(part).length });
};

describe("frame", () => {
  it("shows two lines around and marks the span", () => {
    expect(at("one\ntwo\nthree\nfour five\nsix\nseven\neight\n", "five")).toBe(
      ["  2 | two", "  3 | three", "> 4 | four five", "    |      ^^^^", "  5 | six", "  6 | seven"].join(
        "\n",
      ),
    );
  });

  it("numbers of two digits keep the gutter straight", () => {
    const lines = Array.from({ length: 12 }, (_, index) => `l${index + 1}`).join("\n");
    expect(at(lines, "l10")).toContain("\n   9 | l9\n> 10 | l10\n     | ^^^\n  11 | l11");
  });

  it("counts characters where the span counts bytes", () => {
    expect(at("größe é😀 x", "x")).toBe("> 1 | größe é😀 x\n    |           ^");
  });

  it("marks one place for an empty span, also at the end of the file", () => {
    expect(frame(new Source("p", "ab\n"), { start: 1, end: 1 })).toBe("> 1 | ab\n    |  ^\n  2 |");
    expect(frame(new Source("p", "ab"), { start: 2, end: 2 })).toBe("> 1 | ab\n    |   ^");
    expect(frame(new Source("p", ""), { start: 0, end: 0 })).toBe("> 1 |\n    | ^");
  });

  it("marks the first line of a longer span to its end", () => {
    expect(frame(new Source("p", "a bc\nd\n"), { start: 2, end: 6 })).toContain("> 1 | a bc\n    |   ^^\n");
  });

  it("a lone CR or a line separator is no line of ours", () => {
    expect(at("a\rb\u2028c\nd x", "x")).toBe("  1 | a\u240Db\uFFFDc\n> 2 | d x\n    |   ^");
  });

  it("keeps tabs and hides what a terminal would obey", () => {
    expect(at("\ta \u001B[31m\u009B x", "x")).toBe("> 1 | \ta \u241B[31m\uFFFD x\n    | \t         ^");
  });

  it("cuts a long line around the mark", () => {
    const lines = at(`short\n${"a".repeat(500)}X${"b".repeat(500)}`, "X").split("\n");
    expect(lines[0]).toBe("  1 | short");
    expect(lines[1]).toBe(`> 2 | ${"a".repeat(40)}X${"b".repeat(79)}`);
    expect(lines[2]).toBe(`    | ${" ".repeat(40)}^`);
  });
});
