import { type BabelCodeFrameOptions, codeFrameColumns } from "@babel/code-frame";
import { fromBytes, type Source, type Span } from "../source.ts";

const linesAbove = 2;
const linesBelow = 2;
/** Longer lines are cut to a window of this many UTF-16 units around the marked place. */
const windowWidth = 120;
/** How many units of a cut line are shown before the marked place. */
const windowLead = 40;

/**
 * The lines around a span, with the part of the span that is on its first line marked. No colours, no line
 * feed at the end. Control characters are shown as their pictures, so that a prompt's text cannot steer the
 * terminal.
 */
export function frame(source: Source, span: Span): string {
  const line = source.line(span.start);
  const first = Math.max(1, line - linesAbove);
  const last = Math.min(source.line(source.bytes.length), line + linesBelow);
  const lines = Array.from({ length: last - first + 1 }, (_, index) => lineText(source, first + index));
  const marked = lines[line - first]!;
  const start = source.utf16Column(span.start);
  const end = Math.max(start + 1, Math.min(marked.length, columnInLine(source, span.end, line)));
  const cut = marked.length > windowWidth ? Math.max(0, start - windowLead) : 0;
  const location = {
    start: { line, column: start - cut + 1 },
    end: { line, column: Math.min(end - cut, windowWidth) + 1 },
  };
  const options: BabelCodeFrameOptions & { startLine: number } = { linesAbove, linesBelow, startLine: first };
  const shown = lines.map((text, index) => {
    const from = first + index === line ? cut : 0;
    return visible(text.slice(from, from + windowWidth));
  });
  return codeFrameColumns(shown.join("\n"), location, options);
}

function lineText(source: Source, line: number): string {
  const end = source.bytes.indexOf("\n", source.lineStart(line));
  return fromBytes(source.bytes.slice(source.lineStart(line), end === -1 ? undefined : end));
}

/** The UTF-16 column of a byte offset, or infinity when it is past the line. */
function columnInLine(source: Source, offset: number, line: number): number {
  return source.line(offset) === line ? source.utf16Column(offset) : Number.POSITIVE_INFINITY;
}

/**
 * One unit for one unit, so that columns hold: line ends that are none to us, and everything a terminal
 * obeys.
 */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, (c) => {
    if (c === "\t") return c;
    const code = c.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\uFFFD";
  });
}
