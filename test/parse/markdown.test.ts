import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentBelow } from "../../src/parse/content.ts";
import { readMarkdown } from "../../src/parse/markdown.ts";
import { Source, toBytes } from "../../src/source.ts";

describe("readMarkdown", () => {
  it("gives byte offsets from the base, with a U+FEFF inside counted", () => {
    const { headings, code, breaks } = readMarkdown(
      toBytes("\uFEFFé\n\n## A é\n***\n```\nx\n```\n> ---\n"),
      100,
    );
    expect(headings).toEqual([{ level: 2, text: "A é", span: { start: 107, end: 114 }, isTopLevel: true }]);
    expect(code).toEqual([119]);
    expect(breaks).toEqual([
      { start: 115, end: 118 },
      { start: 131, end: 134 },
    ]);
  });

  it("content between top-level headings reads the same on its own and in the body", () => {
    const line = fc.constantFrom(
      ...[
        "",
        "## A",
        "### B",
        "text",
        "---",
        "***",
        "- a",
        "  - b",
        "> q",
        "    code",
        "```lua",
        "```",
        "~~~",
        "1. x",
        "\t- t",
      ],
      ...[
        "<div>",
        "</div>",
        "<!--",
        "-->",
        "[a]: /u",
        "\uFEFF---",
        "- - -",
        "===",
        "* ---",
        "> ---",
        "  ```",
        "a\r---",
        "\u00A0",
      ],
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
        const source = new Source("p", `# T\n${lines.join("\n")}`);
        const body = readMarkdown(source.bytes, 0);
        for (const index of body.headings.keys()) {
          const content = contentBelow(source, body, index);
          const { code, breaks } = readMarkdown(content.bytes, content.start);
          if (content.outline !== undefined) expect(content.outline).toEqual({ code, breaks });
        }
      }),
      { numRuns: 100 },
    );
  }, 60_000);
});
