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
 * Reads what most prompts consist of: headings, fences and paragraphs at the top level. All else, from where it begins to the next line that
 * can only be one of these three, is a document for `readRest`, whose offsets count from its start.
 */
export function readBlocks(text: string, readRest: (text: string) => Blocks): Blocks {
  const blocks: Blocks = { headings: [], code: [], breaks: [], definitions: [] };
  // The reader of the rest gives these characters a meaning of their own.
  if (/[\r\0]/.test(text)) return readRest(text);
  for (let at = 0; at < text.length; ) {
    const end = readPlain(text, at, blocks);
    if (end !== undefined) {
      at = end;
      continue;
    }
    const restEnd = findPlain(text, at);
    add(blocks, readRest(text.slice(at, restEnd)), at);
    at = restEnd;
  }
  return blocks;
}

const BLANK = /[ \t]*(?:\n|$)/y;
const HEADING = / {0,3}(#{1,6})(?![^ \t\n])[ \t]*(.*)/y;
const BREAK = / {0,3}((?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})(?:\n|$)/y;
const FENCE = /( {0,3})(`{3,}(?=[^`\n]*(?:\n|$))|~{3,}).*/y;
/** What can begin no other block than a paragraph, and in no line of one but the first a link definition. */
const TEXT =
  /(?:[^\s\ufeff#>\-+*\d`~_<=[]|\*{1,2}[^\s*]|_{1,2}[^\s_]|`{1,2}[^`\n]|-{1,2}[^\s-]|\+[^\s+]|=+[^\s=]|\d+(?:[^\s\d.)]|[.)]\S)).*/y;

/** Reads one block that begins with the line at `at`, and gives the offset behind it; undefined when it is none of those read here. */
function readPlain(text: string, at: number, blocks: Blocks): number | undefined {
  return (
    match(BLANK, text, at)?.end ??
    readHeading(text, at, blocks) ??
    readBreak(text, at, blocks) ??
    readFence(text, at, blocks) ??
    readParagraph(text, at)
  );
}

function readHeading(text: string, at: number, { headings }: Blocks): number | undefined {
  const found = match(HEADING, text, at);
  if (found === undefined) return undefined;
  const [, marks, rest] = found.groups;
  const content = rest!.replace(/[ \t]+$/, "").replace(/(?:^|[ \t]+)#+$/, "");
  headings.push({ level: marks!.length, content, start: at, end: found.end, isTopLevel: true });
  return nextLine(text, found.end);
}

function readBreak(text: string, at: number, { breaks }: Blocks): number | undefined {
  const found = match(BREAK, text, at);
  if (found === undefined) return undefined;
  const start = at + found.groups[0]!.indexOf(found.groups[1]!);
  breaks.push({ start, end: start + found.groups[1]!.length });
  return found.end;
}

/** A fence to the line that closes it, or to the end. */
function readFence(text: string, at: number, { code }: Blocks): number | undefined {
  const found = match(FENCE, text, at);
  if (found === undefined) return undefined;
  const [, indentation, mark] = found.groups;
  code.push(at + indentation!.length);
  const close = new RegExp(`\\n {0,3}\\${mark![0]!}{${mark!.length},}[ \\t]*(?:\\n|$)`, "g");
  close.lastIndex = found.end;
  return close.test(text) ? close.lastIndex : text.length;
}

function readParagraph(text: string, at: number): number | undefined {
  let end = match(TEXT, text, indented(text, at, 3))?.end;
  if (end === undefined) return undefined;
  for (let line = nextLine(text, end); ; line = nextLine(text, end)) {
    if (line >= text.length || match(BLANK, text, line) || opensBlock(text, line)) return line;
    const start = indented(text, line);
    end = text[start] === "[" ? lineEnd(text, start) : match(TEXT, text, start)?.end;
    if (end === undefined) return undefined;
  }
}
