import { fromBytes, type Span, toBytes } from "../source.ts";

const leading = /^\p{White_Space}+/u;
const space = /^\p{White_Space}$/u;

/** `text` without the characters of Unicode's White_Space at both ends: U+0085 goes, U+FEFF stays. */
export function trim(text: string): string {
  return trimEnd(text.replace(leading, ""));
}

/** `text` without the characters of Unicode's White_Space at its end. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && space.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/**
 * The part of `span` that is left when both ends are trimmed; an empty span at its start when all is white
 * space.
 */
export function trimSpan(bytes: string, span: Span): Span {
  const text = fromBytes(bytes.slice(span.start, span.end));
  const untilEnd = trimEnd(text);
  if (untilEnd === "") return { start: span.start, end: span.start };
  const rest = untilEnd.replace(leading, "");
  const start = span.start + toBytes(untilEnd.slice(0, untilEnd.length - rest.length)).length;
  return { start, end: start + toBytes(rest).length };
}

/** True when the bytes hold nothing but white space. */
export function isBlank(bytes: string): boolean {
  return trim(fromBytes(bytes)) === "";
}
