import type { Source } from "../source.ts";
import { readBlocks } from "./block.ts";
import { blank, type Content, contentBelow } from "./content.ts";
import type { Dialect } from "./dialect.ts";
import { Rejection, withinDepth } from "./failure.ts";
import { closeFence, openings, rejectUnclosed } from "./fence.ts";
import { type Heading, type Outline, readMarkdown } from "./markdown.ts";
import { findDeepLine } from "./nesting.ts";
import type { Block, Prompt } from "./prompt.ts";
import { compileRegion } from "./region.ts";
import { readSections } from "./section.ts";

/**
 * The Markdown body of a prompt from byte `start` on; failures come in the order of FMT-05, from the third
 * step on.
 */
export function readBody(
  source: Source,
  start: number,
  dialect: Dialect,
): Omit<Prompt, "source" | "version" | "frontmatter" | "places"> {
  const outline = readOutline(source.bytes.slice(start), start);
  const index = findTitle(source, outline.headings, start);
  const { text: title, span: titleSpan } = outline.headings[index]!;
  const content = contentBelow(source, outline, index);
  const library = findLibrary(source, openings(source, outline.code, sharedOpener), content);
  const live = dialect.liveBody(content);
  const { shared, rest } = readLibrary(source, dialect, library, live);
  const h1 = readH1(source, dialect, title, rest);
  const sections = readSections({ source, dialect, outline }, index + 1);
  return { title, titleSpan, code: outline.code, h1, hasNotes: live.end < content.end, shared, sections };
}

const tooDeep = "the Markdown of the body nests too deeply";

/** The outline of the body, which begins at byte `start`. */
function readOutline(body: string, start: number): Outline {
  const deep = findDeepLine(body);
  if (deep !== undefined) {
    const span = { start: start + deep.start, end: start + deep.end };
    throw new Rejection("nesting-too-deep", "Structure", tooDeep, span);
  }
  const span = { start, end: start + body.length };
  return withinDepth("Structure", tooDeep, span, () => readMarkdown(body, start));
}

const sharedOpener = "```lua shared";

/** The index of the only level-1 heading, wherever it stands (FMT-32). */
function findTitle(source: Source, headings: readonly Heading[], bodyStart: number): number {
  const index = headings.findIndex((h) => h.level === 1);
  const title = headings[index];
  if (title === undefined) {
    const nowhere = { start: bodyStart, end: bodyStart };
    throw new Rejection("title-missing", "Structure", "prompt requires an H1 title", nowhere);
  }
  const second = headings.find((h, at) => h.level === 1 && at > index);
  if (second !== undefined) {
    const help = `The first is on line ${source.line(title.span.start)}. Make the others \`##\` sections.`;
    throw new Rejection(
      "title-repeated",
      "Structure",
      "prompt must contain exactly one H1 title",
      second.span,
      { help },
    );
  }
  if (title.text === "") {
    throw new Rejection("title-empty", "Structure", "prompt H1 title must not be empty", title.span);
  }
  return index;
}

/**
 * The byte offset at which the shared library opens; it stands in the H1 body, at most once in the file
 * (FMT-50).
 */
function findLibrary(source: Source, starts: readonly number[], content: Content): number | undefined {
  const [first, second] = starts;
  if (first === undefined) return undefined;
  const spanAt = (at: number): { start: number; end: number } => ({
    start: at,
    end: at + sharedOpener.length,
  });
  if (second !== undefined) {
    const help = `The first is on line ${source.line(first)}. Merge the libraries into one fence below the title.`;
    const message = "prompt allows at most one `lua shared` fence";
    throw new Rejection("shared-repeated", "Fence", message, spanAt(second), { help });
  }
  if (first < content.start || first >= content.end) {
    const message = "`lua shared` fence is allowed only in H1";
    throw new Rejection("shared-misplaced", "Fence", message, spanAt(first));
  }
  return first;
}

/** The library compiled, and the H1 body without it (FMT-51). */
function readLibrary(
  source: Source,
  dialect: Dialect,
  start: number | undefined,
  content: Content,
): { shared: Prompt["shared"]; rest: Content } {
  // One in a comment only counts (V1-12).
  if (start === undefined || start >= content.end) return { shared: undefined, rest: content };
  const fence = closeFence(source, start, sharedOpener, content.end);
  if (fence === undefined) return rejectUnclosed(source, "prompt `lua shared`", start, content.end);
  const shared = compileRegion(source, dialect, fence, "prompt shared library");
  return { shared, rest: blank(content, fence) };
}

/** The blocks of the H1 body; a lone empty prose block means none (FMT-42). */
function readH1(source: Source, dialect: Dialect, title: string, content: Content): readonly Block[] {
  const label = (): string => `H1 \`${title}\` lua`;
  const { blocks } = readBlocks(content, { source, dialect, section: title, label });
  const isEmpty = blocks.every((b) => b.kind === "prose" && b.text === "");
  return isEmpty ? [] : blocks;
}
