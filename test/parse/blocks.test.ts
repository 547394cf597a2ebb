import fc from "fast-check";
import type { Heading, Nodes, Parents } from "mdast";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { type Outline, readMarkdown } from "../../src/parse/markdown.ts";
import { trim } from "../../src/parse/whitespace.ts";
import { byteOffsets, toBytes } from "../../src/source.ts";

const remark = unified().use(remarkParse);

function descendants(node: Parents): Nodes[] {
  return node.children.flatMap((child) => [child, ...("children" in child ? descendants(child) : [])]);
}

function textOf(heading: Heading): string {
  const text = descendants(heading).map((node) => {
    if (node.type === "text") return node.value.replace(/[\r\n]/g, "");
    if (node.type === "inlineCode") return node.value.replace(/[\r\n]/g, " ");
    return node.type === "image" || node.type === "imageReference" ? (node.alt ?? "") : "";
  });
  return trim(text.join(""));
}

/** The outline as remark reads the whole document. */
function outline(text: string): Outline {
  const root = remark.parse(`\uFEFF${text}`);
  const toByte = byteOffsets(text);
  const span = ({ position }: Nodes) => ({
    start: toByte(position!.start.offset!),
    end: toByte(position!.end.offset!),
  });
  const nodes = descendants(root);
  const headings = nodes.filter((node) => node.type === "heading");
  return {
    headings: headings.map((heading) => {
      const isAtx = /^#{1,6}(?:[ \t\r\n]|$)/.test(text.slice(heading.position!.start.offset!));
      const { start } = (isAtx ? heading : (heading.children[0] ?? heading)).position!;
      const lineStart = Math.max(...["\n", "\r"].map((end) => text.lastIndexOf(end, start.offset! - 1))) + 1;
      return {
        level: heading.depth,
        text: textOf(heading),
        span: { start: start.offset! === 0 ? 0 : toByte(lineStart), end: span(heading).end },
        isTopLevel: root.children.includes(heading),
      };
    }),
    code: root.children.filter((node) => node.type === "code").map((node) => span(node).start),
    breaks: nodes.filter((node) => node.type === "thematicBreak").map(span),
  };
}

/** With one space for many in the texts: remark keeps the indentation of lines that a code span goes on with. */
const spaced = ({ headings, ...rest }: Outline) => ({
  ...rest,
  headings: headings.map((heading) => ({ ...heading, text: heading.text.replace(/ +/g, " ") })),
});

const starts = [
  ..."#>-+*_`~<[=!&\\|é\u00a0\ufeff",
  ...[
    "",
    " ",
    "  ",
    "   ",
    "    ",
    "\t",
    " \t",
    "# ",
    "## ",
    "#\t",
    "####### ",
    "> ",
    "- ",
    "+ ",
    "* ",
    "1. ",
    "12) ",
  ],
  ...[
    "```",
    "~~~",
    "````",
    "``` `",
    "``",
    "***",
    "---",
    "- - -",
    "_ _ _",
    "==",
    "--",
    "===",
    "<!--",
    "<!-- ",
    "-->",
  ],
  ...[
    "<!-->",
    "<?",
    "<div>",
    "</pre>",
    "<pre>",
    "<script>",
    "[a]: ",
    "[a]:",
    "12",
    "12. a",
    "x",
    "**b",
    "__c",
    "\u2028",
  ],
];
const ends = [
  "",
  "a",
  "a b",
  "# ",
  " #",
  " ##",
  " \\#",
  "  ",
  "\t",
  "```",
  "`x`",
  "*x*",
  "[a]",
  "-->",
  "/u",
  "é",
  "'t",
  "-",
  ":",
];
const line = fc
  .tuple(
    fc.array(fc.constantFrom(...starts), { maxLength: 3 }),
    fc.array(fc.constantFrom(...ends), { maxLength: 2 }),
  )
  .map(([before, after]) => [...before, ...after].join(""));
const documents = fc.oneof(
  { weight: 8, arbitrary: fc.array(line, { maxLength: 14 }).map((lines) => lines.join("\n")) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(line, fc.constantFrom("\n", "\r", "\n\n")))
      .map((all) => all.flat().join("")),
  },
);

describe("the blocks of a document", () => {
  it("are those that remark finds", () => {
    fc.assert(
      fc.property(documents, (text) => {
        expect(spaced(readMarkdown(toBytes(text), 0))).toEqual(spaced(outline(text)));
      }),
      { numRuns: 1000 },
    );
  }, 120_000);
});
