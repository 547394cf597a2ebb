import type { Span } from "../../source.ts";
import { blank, type Content, type ContentOutline, type LiveContent, outlineOf, textIn } from "../content.ts";
import { isBlank } from "../whitespace.ts";

/**
 * What of a section is for the run (V1-10): a break before anything else takes the section off the walk, the next
 * one, or else the first, begins a comment that goes on to the next heading.
 */
export function liveContent(content: Content): LiveContent {
  const outline = outlineOf(content);
  const [first, second] = outline.breaks;
  if (first === undefined) return { content, isOffWalk: false };
  const before = { start: content.start, end: first.start };
  if (!isBlank(textIn(content, before))) return { content: until(content, outline, first), isOffWalk: false };
  return { content: until(blank(content, first), outline, second), isOffWalk: true };
}

/** What of the H1 body is for the run: all above its first break (V1-12). */
export function liveBody(content: Content): Content {
  const outline = outlineOf(content);
  return until(content, outline, outline.breaks[0]);
}

/** The content above the line of a break, and without breaks; all of it when there is none. */
function until(content: Content, { code }: ContentOutline, boundary: Span | undefined): Content {
  const limit = boundary === undefined ? content.end : lineStart(content, boundary.start);
  return {
    start: content.start,
    end: limit,
    bytes: textIn(content, { start: content.start, end: limit }),
    outline: { code: code.filter((start) => start < limit), breaks: [] },
  };
}

/** A break in a quote or a list item has its marks before it. */
function lineStart(content: Content, offset: number): number {
  const before = textIn(content, { start: content.start, end: offset });
  return content.start + Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
}
