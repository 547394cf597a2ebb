import type { Span } from "../source.ts";

/** The blocks of a CommonMark document that matter, in file order; offsets count UTF-16 units of the document. */
export interface Blocks {
  readonly headings: BlockHeading[];
  /** Where the top-level code blocks begin. */
  readonly code: number[];
  /** The thematic breaks. */
  readonly breaks: Span[];
  /** The labels of the link definitions. */
  readonly definitions: string[];
}

export interface BlockHeading extends Span {
  readonly level: number;
  /** Its Markdown, one line end between its lines. */
  readonly content: string;
  /** False in a block quote or a list item. */
  readonly isTopLevel: boolean;
}

/**
 * Reads what most prompts consist of: headings, fences, thematic breaks and paragraphs at the top level. All else, from where it begins to
 * the next line that can only be one of these, is a document for `readRest`, whose offsets count from its start.
 */
export function readBlocks(text: string, readRest: (text: string) => Blocks): Blocks {
  // `readRest` gives these characters a meaning of their own.
  if (text.includes("\r") || text.includes("\0")) return readRest(text);
  const blocks: Blocks = { headings: [], code: [], breaks: [], definitions: [] };
  for (let at = 0; at < text.length; ) {
    const end = readPlain(text, at, blocks);
    const restEnd = end ?? findPlain(text, at);
    if (end === undefined) add(blocks, readRest(text.slice(at, restEnd)), at);
    at = restEnd;
  }
  return blocks;
}

function add(blocks: Blocks, rest: Blocks, offset: number): void {
  const moved = <S extends Span>(span: S): S => ({
    ...span,
    start: span.start + offset,
    end: span.end + offset,
  });
  blocks.headings.push(...rest.headings.map(moved));
  blocks.code.push(...rest.code.map((start) => start + offset));
  blocks.breaks.push(...rest.breaks.map(moved));
  blocks.definitions.push(...rest.definitions);
}

const BLANK = /[ \t]*(?:\n|$)/y;
const HEADING = / {0,3}(#{1,6})(?![^ \t\n])[ \t]*([^\n]*)/y;
const BREAK = / {0,3}((?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})(?:\n|$)/y;
const FENCE = /( {0,3})(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[^\n]*/y;
const FENCE_END = /\n {0,3}(`{3,}|~{3,})[ \t]*(?:(?=\n)|$)/g;
const COMMENT = / {0,3}<!--(?![->])[^\n]*-->[^\n]*(?:\n|$)/y;
/** A line of a paragraph, and of no other block; as its first line of no link definition either. */
const TEXT =
  /(?:[^\s#>\-+*\d`~_<[=]|\*{1,2}[^\s*]|_{1,2}[^\s_]|`{1,2}[^`\n]|-{1,2}[^\s-]|\+[^\s+]|=+[^\s=]|\d+(?:[^\n\d.)]|[.)]\S))[^\n]*/y;

/** HTML up to an empty line. */
const HTML = / {0,3}</y;
/** A fence that may stand in a list item or at the top level, and HTML that an empty line does not end. */
const OPEN = / {1,3}(?:`{3}|~{3})| {0,3}<(?:[!?]|script|pre|style|textarea)/iy;

/**
 * Reads one block that begins with the line at `at`, and gives the offset behind it; undefined when it is none of those that are read here.
 */
function readPlain(text: string, at: number, blocks: Blocks): number | undefined {
  return (
    endOf(BLANK, text, at) ??
    readParagraph(text, at) ??
    readHeading(text, at, blocks) ??
    readFence(text, at, blocks) ??
    readBreak(text, at, blocks) ??
    endOf(COMMENT, text, at)
  );
}

function readHeading(text: string, at: number, { headings }: Blocks): number | undefined {
  const found = match(HEADING, text, at);
  if (found === null) return undefined;
  const end = at + found[0].length;
  headings.push({
    level: found[1]!.length,
    content: headingContent(found[2]!),
    start: at,
    end,
    isTopLevel: true,
  });
  return nextLine(text, end);
}

/** Without the marks that may close it. */
function headingContent(line: string): string {
  const end = trimmedEnd(line, " \t");
  const unmarked = trimmedEnd(line.slice(0, end), "#");
  const isClosed = unmarked < end && (unmarked === 0 || " \t".includes(line[unmarked - 1]!));
  return line.slice(0, isClosed ? trimmedEnd(line.slice(0, unmarked), " \t") : end);
}

/** Where the characters begin that a text may end with. */
export function trimmedEnd(text: string, characters: string): number {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return end;
}

function readBreak(text: string, at: number, { breaks }: Blocks): number | undefined {
  const found = match(BREAK, text, at);
  if (found === null) return undefined;
  const start = at + found[0].indexOf(found[1]!);
  breaks.push({ start, end: start + found[1]!.length });
  return at + found[0].length;
}

/** A fence to the line that closes it, or to the end. */
function readFence(text: string, at: number, { code }: Blocks): number | undefined {
  const found = match(FENCE, text, at);
  if (found === null) return undefined;
  const [line, indentation, mark] = found;
  code.push(at + indentation!.length);
  let end = match(FENCE_END, text, at + line.length);
  while (end !== null && !end[1]!.startsWith(mark!)) end = FENCE_END.exec(text);
  return end === null ? text.length : nextLine(text, end.index + end[0].length);
}

function readParagraph(text: string, at: number): number | undefined {
  let end = endOf(TEXT, text, indented(text, at, 3));
  while (end !== undefined) {
    const line = nextLine(text, end);
    if (line >= text.length || endOf(BLANK, text, line) !== undefined || interrupts(text, line)) return line;
    const start = indented(text, line, Infinity);
    end = text[start] === "[" ? start : endOf(TEXT, text, start);
  }
  return undefined;
}

/** True for a line that ends a paragraph and begins another block that is read here. */
function interrupts(text: string, line: number): boolean {
  const isBreak = endOf(BREAK, text, line) !== undefined && text[indented(text, line, 3)] !== "-";
  return isBreak || [HEADING, FENCE, COMMENT].some((block) => endOf(block, text, line) !== undefined);
}

/** The next line behind `at` that begins a block at the top level which is read here, whatever the lines before it are. */
function findPlain(text: string, at: number): number {
  let isHtml = false;
  for (let line = at; line < text.length; line = nextLine(text, line)) {
    const isBlank = endOf(BLANK, text, line) !== undefined;
    if (isBlank) isHtml = false;
    else if (endOf(COMMENT, text, line) === undefined) {
      if (endOf(OPEN, text, line) !== undefined || (isHtml && endOf(FENCE, text, line) !== undefined)) break;
      isHtml ||= endOf(HTML, text, line) !== undefined;
    }
    const next = nextLine(text, line);
    const closesAll = isBlank ? [HEADING, FENCE, TEXT] : isHtml ? [] : [HEADING, FENCE];
    if (text[next] !== " " && closesAll.some((block) => endOf(block, text, next) !== undefined)) return next;
  }
  return text.length;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The offset behind what a sticky pattern matches at `at`; undefined when it does not. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The offset of the line behind the one that holds `at`. */
function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

/** The offset behind the spaces, at most `most` of them, that a line begins with; of any number, tabs too. */
function indented(text: string, line: number, most: number): number {
  let at = line;
  while (at - line < most && (text[at] === " " || (most === Infinity && text[at] === "\t"))) at++;
  return at;
}
