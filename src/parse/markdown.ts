import type { Nodes, Parents, Root } from "mdast";
import { parse, postprocess, preprocess } from "micromark";
import { subtokenize } from "micromark-util-subtokenize";
import remarkParse from "remark-parse";
import { type Processor, unified } from "unified";
import { byteOffsets, fromBytes, type Span } from "../source.ts";
import { type BlockHeading, type Blocks, readBlocks, trimmedEnd } from "./blocks.ts";
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

const inlineProcessor = processorWithout(blockConstructs);

/**
 * Reads `bytes` (one character per UTF-8 byte) as a CommonMark document of its own, without extensions.
 * Offsets in the outline count from `base`, the place of the document in its file. Throws RangeError when
 * nesting exhausts the stack.
 */
export function readMarkdown(bytes: string, base: number): Outline {
  const text = fromBytes(bytes);
  const { headings, code, breaks, definitions } = readBlocks(text, readAnyBlocks);
  const toByte = byteOffsets(text);
  const span = ({ start, end }: Span): Span => ({ start: base + toByte(start), end: base + toByte(end) });
  const texts = headingTexts(
    headings.map(({ content }) => content),
    definitions,
  );
  return {
    headings: headings.map(({ level, start, end, isTopLevel }, index) => ({
      level,
      text: texts[index]!,
      span: span({ start: lineStart(text, start), end }),
      isTopLevel,
    })),
    code: code.map((start) => base + toByte(start)),
    breaks: breaks.map(span),
  };
}

/** Where a token of the document begins or ends, in order. */
type Event = ReturnType<typeof postprocess>[number];

const containers: ReadonlySet<string> = new Set(["blockQuote", "listOrdered", "listUnordered"]);

/** The blocks of any document. */
function readAnyBlocks(text: string): Blocks {
  const events = blockEvents(text);
  const blocks: Blocks = { headings: [], code: [], breaks: [], definitions: [] };
  let depth = 0;
  let opened = 0;
  for (const [index, [step, token, context]] of events.entries()) {
    const isEnd = step === "exit";
    if (containers.has(token.type)) depth += isEnd ? -1 : 1;
    else if (token.type !== "atxHeading" && token.type !== "setextHeading") {
      const [start, end] = [token.start.offset, token.end.offset];
      if (isEnd) continue;
      if (token.type === "thematicBreak") blocks.breaks.push({ start, end });
      else if (token.type === "definitionLabelString")
        blocks.definitions.push(context.sliceSerialize(token).replace(/[\r\n]+/g, " "));
      else if (depth === 0 && (token.type === "codeFenced" || token.type === "codeIndented"))
        blocks.code.push(start);
    } else if (isEnd) blocks.headings.push(readHeading(events.slice(opened, index + 1), depth === 0));
    else opened = index;
  }
  return blocks;
}

/** The tokens of all blocks. The texts in them are not read: few of them matter, and they are most of the time that Markdown takes. */
function blockEvents(text: string): Event[] {
  const parser = parse({ extensions: [{ disable: { null: inlineConstructs } }] });
  // micromark drops one U+FEFF at the start: it gets its own, so that the document's stays and offsets hold.
  const events = parser.document().write(preprocess()(`\uFEFF${text}`, undefined, true));
  // The first of its passes opens what is in the lines, a second one would read the texts.
  subtokenize(events);
  return events;
}

/** What the lines of a heading consist of while its inline content is not read, but for their indentation. */
const inlineTokens: ReadonlySet<string> = new Set(["data", "lineSuffix", "hardBreakTrailing"]);

/** A heading from the events of its tokens. A setext heading begins with its text: its token holds the definitions above it too. */
function readHeading(events: Event[], isTopLevel: boolean): BlockHeading {
  const { start, end } = events[0]![1];
  const heading = { level: 0, start: start.offset, content: "" };
  let isInText = false;
  for (const [step, token, context] of postprocess(events)) {
    const isStart = step === "enter";
    if (token.type === "atxHeadingText" || token.type === "setextHeadingText") isInText = isStart;
    if (!isStart) continue;
    if (token.type === "setextHeadingText") heading.start = token.start.offset;
    else if (token.type === "atxHeadingSequence") heading.level ||= token.end.offset - token.start.offset;
    else if (token.type === "setextHeadingLineSequence")
      heading.level = context.sliceSerialize(token).startsWith("=") ? 1 : 2;
    else if (isInText && inlineTokens.has(token.type)) heading.content += context.sliceSerialize(token);
    else if (isInText && token.type === "lineEnding") heading.content += "\n";
  }
  return { ...heading, end: end.offset, isTopLevel };
}

/** A heading begins with its line, so that the marks of the quote or list it stands in belong to it (KND-17). */
function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !lineBreak.test(text[start - 1]!)) start--;
  return start;
}

const lineBreak = /[\r\n]/;
const inlineMarkup = /[\\&`*_[\]<>!]/;

/** The texts of headings from their Markdown. */
function headingTexts(sources: readonly string[], definitions: readonly string[]): string[] {
  const marked = sources.filter((s) => inlineMarkup.test(s));
  const read = marked.length === 0 ? [] : readInline(marked, definitions);
  return sources.map((s) => trim(inlineMarkup.test(s) ? read.shift()! : joinLines(s)));
}

function joinLines(source: string): string {
  const lines = source.split("\n");
  return lines.length === 1 ? source : lines.map(withoutSpace).join("");
}

const withoutSpace = (line: string): string => line.slice(0, trimmedEnd(line, " \t"));

/**
 * Reads inline contents as paragraphs of one document. A line above each keeps it from being read as a
 * definition; the definitions of the file make its links links.
 */
function readInline(sources: readonly string[], definitions: readonly string[]): string[] {
  const paragraphs = sources.map((s) => `x\n${s}\n\n`);
  const links = definitions.map((label) => `[${label}]: x\n\n`);
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

function processorWithout(constructs: string[]): Processor<Root> {
  return unified()
    .use(function (this: Processor) {
      this.data("micromarkExtensions", [{ disable: { null: constructs } }]);
    })
    .use(remarkParse)
    .freeze();
}
