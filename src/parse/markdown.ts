import type { Definition, Heading as HeadingNode, Nodes, Parents, Root } from "mdast";
import remarkParse from "remark-parse";
import { type Processor, unified } from "unified";
import { byteOffsets, fromBytes, type Span } from "../source.ts";
import { trim } from "./whitespace.ts";

/**
 * The block structure of one CommonMark document that matters to a prompt; all in file order, all offsets in
 * bytes.
 */
export interface Outline {
  /** Every heading, also those in block quotes and list items (FMT-30). */
  readonly headings: readonly Heading[];
  /** Where the top-level code blocks begin. */
  readonly code: readonly number[];
  /** The thematic breaks, wherever they stand (FMT-45). */
  readonly breaks: readonly Span[];
}

export interface Heading {
  readonly level: number;
  /** FMT-31. */
  readonly text: string;
  /** From the start of its line. */
  readonly span: Span;
  /** False in a block quote or a list item. */
  readonly isTopLevel: boolean;
}

/**
 * Everything inline: block structure does not depend on it, and it is most of the time that Markdown takes.
 */
const inlineConstructs = [
  "attention",
  "autolink",
  "characterEscape",
  "characterReference",
  "codeText",
  "hardBreakEscape",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
];

/** Every block but paragraphs and link definitions. */
const blockConstructs = [
  "blockQuote",
  "codeFenced",
  "codeIndented",
  "headingAtx",
  "htmlFlow",
  "list",
  "setextUnderline",
  "thematicBreak",
];

const blockProcessor = processorWithout(inlineConstructs);
const inlineProcessor = processorWithout(blockConstructs);

/**
 * Reads `bytes` (one character per UTF-8 byte) as a CommonMark document of its own, without extensions.
 * Offsets in the outline count from `base`, the place of the document in its file. Throws RangeError when
 * nesting exhausts the stack.
 */
export function readMarkdown(bytes: string, base: number): Outline {
  const text = fromBytes(bytes);
  // micromark drops one U+FEFF at the start: it gets its own, so that the document's stays and offsets hold.
  const root = blockProcessor.parse(`\uFEFF${text}`);
  const toByte = byteOffsets(text);
  const span = (start: number, end: number): Span => ({
    start: base + toByte(start),
    end: base + toByte(end),
  });
  const spanOf = (node: Nodes): Span => span(node.position!.start.offset!, node.position!.end.offset!);
  const nodes = [...descendants(root)];
  const headings = nodes.filter((n) => n.type === "heading");
  const texts = headingTexts(headings, nodes);
  const topLevel = new Set<Nodes>(root.children);
  return {
    headings: headings.map((h, index) => ({
      level: h.depth,
      text: texts[index]!,
      span: span(headingStart(h, text), h.position!.end.offset!),
      isTopLevel: topLevel.has(h),
    })),
    code: root.children.filter((n) => n.type === "code").map((n) => spanOf(n).start),
    breaks: nodes.filter((n) => n.type === "thematicBreak").map((n) => spanOf(n)),
  };
}

function processorWithout(constructs: string[]): Processor<Root> {
  return unified()
    .use(function (this: Processor) {
      this.data("micromarkExtensions", [{ disable: { null: constructs } }]);
    })
    .use(remarkParse)
    .freeze();
}

/**
 * All nodes below a node in document order, without recursion: quotes and lists nest as deep as an author
 * likes.
 */
function* descendants(root: Parents): Generator<Nodes> {
  const pending: Nodes[] = [...root.children].reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    if ("children" in node)
      for (let at = node.children.length - 1; at >= 0; at--) pending.push(node.children[at]!);
  }
}

/**
 * A heading begins with its line, so that the marks of the quote or list it stands in belong to it (KND-17).
 * The node of a setext heading begins earlier when link definitions are above its text: they are no part of
 * it.
 */
function headingStart(heading: HeadingNode, text: string): number {
  const nodeStart = heading.position!.start.offset!;
  const isAtx = /^#{1,6}(?:[ \t\r\n]|$)/.test(text.slice(nodeStart, nodeStart + 7));
  let start = isAtx ? nodeStart : (heading.children[0]?.position?.start.offset ?? nodeStart);
  while (start > 0 && !lineBreak.test(text[start - 1]!)) start--;
  return start;
}

const lineBreak = /[\r\n]/;
const inlineMarkup = /[\\&`*_[\]<>!]/;

/** The texts of headings whose inline content is not read yet. */
function headingTexts(headings: readonly HeadingNode[], nodes: readonly Nodes[]): string[] {
  const sources = headings.map(inlineSource);
  const marked = sources.filter((s) => inlineMarkup.test(s));
  const definitions = nodes.filter((n) => n.type === "definition");
  const read = marked.length === 0 ? [] : readInline(marked, definitions);
  return sources.map((s) => trim(inlineMarkup.test(s) ? read.shift()! : s.replace(/[\r\n]+/g, "")));
}

/** The Markdown of a heading's content, one line feed between its lines. */
function inlineSource(heading: HeadingNode): string {
  return heading.children.map((c) => (c.type === "text" ? c.value : "\n")).join("");
}

/**
 * Reads inline contents as paragraphs of one document. A line above each keeps it from being read as a
 * definition; the definitions of the file make its links links.
 */
function readInline(sources: readonly string[], definitions: readonly Definition[]): string[] {
  const paragraphs = sources.map((s) => `x\n${s}\n\n`);
  const links = definitions.map((d) => `[${d.identifier}]: x\n\n`);
  const root = inlineProcessor.parse([...paragraphs, ...links].join(""));
  const read = root.children.filter((n) => n.type === "paragraph");
  return read.map((p, index) => {
    const text = plainText(p).replace(/^x\n/, "");
    // A line feed that is left in one line was written as an entity: it is text.
    return lineBreak.test(sources[index]!) ? text.replace(/[\r\n]+/g, "") : text;
  });
}

/** The text and code of a node without its markup; of an image its alternative text (FMT-31). */
function plainText(node: Parents): string {
  let text = "";
  for (const inner of descendants(node)) {
    if (inner.type === "text") text += inner.value;
    else if (inner.type === "inlineCode") text += inner.value.replace(/[\r\n]/g, " ");
    else if (inner.type === "image" || inner.type === "imageReference") text += inner.alt ?? "";
  }
  return text;
}
