import type { Span } from "../source.ts";

/** Quotes and list items around a line. Reading them takes time that grows with the cube of the depth. */
const DEEPEST = 100;

/**
 * The first line of a Markdown document (one character per byte) that may stand in more than 100 quotes and list items. The count is an upper bound
 * for which no Markdown has to be read: a line opens one container a mark at most, inside those of the line before, and inside as many
 * lists as its indentation has room for.
 */
export function findDeepLine(bytes: string): Span | undefined {
  if (!anyMark.test(bytes)) return undefined;
  let depth = 0;
  for (const line of bytes.matchAll(/[^\r\n]+/g)) {
    const { opened, continued } = countMarks(line[0]);
    // A line without marks opens nothing.
    if (opened > 0) depth = Math.min(depth, continued) + opened;
    if (depth > DEEPEST) return { start: line.index, end: line.index + line[0].length };
  }
  return undefined;
}

/** What opens or continues a quote or opens a list item, with the blanks before it. */
const mark = /([ \t]*)(?:>|(?:[-+*]|[0-9]{1,9}[.)])(?=[ \t]|$))/y;
const anyMark = /^[ \t]*(?:>|(?:[-+*]|[0-9]{1,9}[.)])(?=[ \t]|$))/m;
const thematicBreak = /^[ \t]*([-*])(?:[ \t]*\1){2,}[ \t]*$/;

/** The marks that a line begins with, and the lists that the blanks before them may continue: an item is indented by two columns at least. */
function countMarks(line: string): { readonly opened: number; readonly continued: number } {
  let opened = 0;
  let continued = 0;
  if (thematicBreak.test(line)) return { opened, continued };
  mark.lastIndex = 0;
  for (let found = mark.exec(line); found !== null; found = mark.exec(line)) {
    continued += Math.floor(found[1]!.replaceAll("\t", "    ").length / 2);
    opened++;
  }
  return { opened, continued };
}
