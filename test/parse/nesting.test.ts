import { describe, expect, it } from "vitest";
import { compile } from "../../src/index.ts";
import { findDeepLine } from "../../src/parse/nesting.ts";

const lines = (count: number, line: (level: number) => string): string =>
  Array.from({ length: count }, (_, level) => line(level)).join("\n");

/** Documents of a given depth. */
const nested: Readonly<Record<string, (depth: number) => string>> = {
  "quotes in a line": (n) => `${"> ".repeat(n)}x`,
  "quotes without blanks": (n) => `${">".repeat(n)}x`,
  "list items in a line": (n) => `${"- ".repeat(n)}x`,
  "ordered items in a line": (n) => `${"1. ".repeat(n)}x`,
  "items without text": (n) => "+ ".repeat(n).trimEnd(),
  "items below each other": (n) => lines(n, (level) => `${"  ".repeat(level)}- x`),
  "items behind tabs": (n) => lines(n, (level) => `${"\t".repeat(level)}* x`),
  "quotes below each other": (n) => lines(n, (level) => `${"> ".repeat(level + 1)}x`),
  "text between": (n) => lines(n, (level) => `${"  ".repeat(level)}- x\nlazy\n`),
  "lines that end in CR": (n) => lines(n, (level) => `${"  ".repeat(level)}- x`).replaceAll("\n", "\r"),
};

describe("nesting of Markdown", () => {
  it.each(Object.entries(nested))("%s: 100 levels are read, 101 are not", (_name, document) => {
    expect(findDeepLine(`a\n\n${document(100)}\n\nb`)).toBeUndefined();
    expect(findDeepLine(`a\n\n${document(101)}\n\nb`)).toBeDefined();
  });

  it("finds the line", () => {
    const deep = `${"> ".repeat(101)}x`;
    expect(findDeepLine(`a\n- b\n${deep}\nc`)).toEqual({ start: 6, end: 6 + deep.length });
  });

  it.each<[string, string]>([
    ["a thematic break", "* ".repeat(300)],
    ["dashes", "-".repeat(300)],
    ["text far to the right", `${" ".repeat(500)}- x\n${" ".repeat(500)}> y`],
    ["many lists", lines(1000, (n) => `${"  ".repeat(n % 20)}- x`)],
    ["a quote of many lines", lines(1000, () => "> - x")],
  ])("%s nests nothing", (_name, document) => {
    expect(findDeepLine(document)).toBeUndefined();
  });

  it("is reported at its line", async () => {
    const head = "---\nname: a\ndescription: b\npromptforge: 0\n---\n\n# T\n\n";
    const { diagnostics } = await compile({ path: "a.prompt.md", text: `${head}${"- ".repeat(1000)}x\n` });
    expect(diagnostics).toMatchObject([{ code: "nesting-too-deep", line: 9, column: 1 }]);
  });
});
