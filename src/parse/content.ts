import type { Source, Span } from "../source.ts";
import { withinDepth } from "./failure.ts";
import { type Outline, readMarkdown } from "./markdown.ts";

/**
 * What stands below one heading, up to the next heading of any level (FMT-34, FMT-35). Offsets are file byte
 * offsets.
 */
export interface Content extends Span {
  /** Its text, one character per byte, with the shared library blanked out (FMT-51). */
  readonly bytes: string;
  /** Its fences and breaks where the body's outline tells them. */
  readonly outline: ContentOutline | undefined;
}

/** The part of a section's content that is for the run. */
export interface LiveContent {
  readonly content: Content;
  /** True for a section that only its address reaches (V1-10). */
  readonly isOffWalk: boolean;
}

export type ContentOutline = Pick<Outline, "code" | "breaks">;

/** The content below the heading at `index` of the body's outline. */
export function contentBelow(source: Source, body: Outline, index: number): Content {
  const heading = body.headings[index]!;
  const next = body.headings[index + 1];
  const end = next?.span.start ?? source.bytes.length;
  const start = Math.min(lineEnd(source.bytes, heading.span.end) + 1, end);
  // Between top-level headings no container is open, so the content reads the same on its own and in the body.
  const readsTheSame = heading.isTopLevel && (next?.isTopLevel ?? true);
  const outline = readsTheSame ? outlineWithin(body, { start, end }) : undefined;
  return { start, end, bytes: source.bytes.slice(start, end), outline };
}

/** All of a section's content is for the run. */
export function everything(content: Content): LiveContent {
  return { content, isOffWalk: false };
}

/** The content with the bytes of `span` replaced by spaces, line feeds kept (FMT-51). */
export function blank(content: Content, span: Span): Content {
  const [from, to] = [span.start - content.start, span.end - content.start];
  const blanked = content.bytes.slice(from, to).replace(/[^\n]/g, " ");
  const bytes = content.bytes.slice(0, from) + blanked + content.bytes.slice(to);
  return { ...content, bytes, outline: undefined };
}

/** The bytes of `content` in a file range. */
export function textIn(content: Content, span: Span): string {
  return content.bytes.slice(span.start - content.start, span.end - content.start);
}

const fenceOrBreak = /^```lua$|([-*_])[ \t]*\1[ \t]*\1/m;

/** The fences and breaks of the content, read as a CommonMark document of its own (part 01, section 14). */
export function outlineOf(content: Content): ContentOutline {
  if (content.outline !== undefined) return content.outline;
  if (!fenceOrBreak.test(content.bytes)) return { code: [], breaks: [] };
  return withinDepth("Structure", "the Markdown of a section nests too deeply", content, () =>
    readMarkdown(content.bytes, content.start),
  );
}

function outlineWithin(body: Outline, { start, end }: Span): ContentOutline {
  return {
    code: body.code.slice(
      countBefore(body.code, (c) => c, start),
      countBefore(body.code, (c) => c, end),
    ),
    breaks: body.breaks.slice(
      countBefore(body.breaks, (b) => b.start, start),
      countBefore(body.breaks, (b) => b.start, end),
    ),
  };
}

/** How many of the items, which are in file order, begin before byte `offset`. */
export function countBefore<Item>(
  items: readonly Item[],
  startOf: (item: Item) => number,
  offset: number,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(items[middle]!) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The end of the line that holds byte `from`, before its line feed; CommonMark also ends lines at a lone CR.
 */
function lineEnd(bytes: string, from: number): number {
  let end = from;
  while (end < bytes.length && bytes[end] !== "\n" && bytes[end] !== "\r") end++;
  return end;
}
