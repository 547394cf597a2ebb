import { fromBytes, type Source, type Span } from "../source.ts";
import { type Content, countBefore, outlineOf, textIn } from "./content.ts";
import type { Dialect } from "./dialect.ts";
import { type Fence, openings, readFences } from "./fence.ts";
import { readPieces } from "./placeholder.ts";
import type { Block, LuaBlock, ProseBlock, Template } from "./prompt.ts";
import { compileRegion } from "./region.ts";
import { isBlank, trimSpan } from "./whitespace.ts";

/** What the blocks of a section need to know about it. */
export interface BlockContext {
  readonly source: Source;
  readonly dialect: Dialect;
  /** The section's name; the title in the H1 body. */
  readonly section: string;
  /** The chunk name of the block at an index (FMT-40). */
  readonly label: (index: number, kinds: readonly Block["kind"][]) => string;
}

export interface Blocks {
  readonly blocks: readonly Block[];
  /** The prose below the last fence and the last break, trimmed; UTF-16. */
  readonly tail: string;
}

/** A block before its Lua is compiled. */
type Cut =
  | { readonly kind: "prose"; readonly span: Span }
  | { readonly kind: "lua"; readonly fence: Fence; readonly pending: Span };

/**
 * Splits content into its blocks in file order and compiles the Lua (FMT-42): fences first, then every block
 * from the top, so that an unclosed fence is reported before a syntax error above it (FMT-05).
 */
export function readBlocks(content: Content, context: BlockContext): Blocks {
  const { source } = context;
  const outline = outlineOf(content);
  const fences = readFences(source, content, openings(source, outline.code, "```lua"), context.section);
  const cuts = cutAtFences(content, fences, outline.breaks);
  const kinds = cuts.map((c) => c.kind);
  const blocks = cuts.map((c, index) =>
    c.kind === "prose"
      ? proseBlock(content, c.span, context.dialect)
      : luaBlock(content, c, context.label(index, kinds), context),
  );
  const tail = pendingProse(
    content,
    { start: fences.at(-1)?.end ?? content.start, end: content.end },
    outline.breaks,
  );
  return { blocks, tail: fromBytes(textIn(content, tail)) };
}

/** The chunk names of a section's blocks (FMT-40). */
export function sectionLabel(section: string): BlockContext["label"] {
  return (index, kinds) => {
    if (index === 0) return `section \`${section}\` prologue`;
    const isEpilog = index === kinds.length - 1 && kinds.includes("prose");
    return `section \`${section}\` ${isEpilog ? "epilog" : "lua"}`;
  };
}

function cutAtFences(content: Content, fences: readonly Fence[], breaks: readonly Span[]): Cut[] {
  const cuts: Cut[] = [];
  let start = content.start;
  for (const fence of fences) {
    const before = { start, end: fence.start };
    const opensSection = cuts.length === 0 && isBlank(textIn(content, before));
    if (!opensSection) cuts.push({ kind: "prose", span: before });
    cuts.push({ kind: "lua", fence, pending: pendingProse(content, before, breaks) });
    start = fence.end;
  }
  const rest = { start, end: content.end };
  if (fences.length === 0 || !isBlank(textIn(content, rest))) cuts.push({ kind: "prose", span: rest });
  return cuts;
}

/** FMT-44: what is left of a range below its last thematic break, trimmed. */
function pendingProse(content: Content, range: Span, breaks: readonly Span[]): Span {
  const last = breaks[countBefore(breaks, (b) => b.start, range.end) - 1];
  return trimmed(content, { start: Math.max(last?.end ?? 0, range.start), end: range.end });
}

function proseBlock(content: Content, range: Span, { prose }: Dialect): ProseBlock {
  const span = trimmed(content, range);
  const block = { kind: "prose", text: fromBytes(textIn(content, span)), span } as const;
  return prose === "pending" ? block : { ...block, sent: readTemplate(content, span) };
}

function luaBlock(
  content: Content,
  cut: Cut & { kind: "lua" },
  label: string,
  context: BlockContext,
): LuaBlock {
  const region = compileRegion(context.source, context.dialect, cut.fence, label);
  const { start } = cut.pending;
  const pending = context.dialect.prose === "pending" ? cut.pending : { start, end: start };
  return { kind: "lua", region, prose: readTemplate(content, pending) };
}

function readTemplate(content: Content, span: Span): Template {
  const bytes = textIn(content, span);
  return { text: fromBytes(bytes), start: span.start, pieces: readPieces(bytes) };
}

function trimmed(content: Content, span: Span): Span {
  const inner = { start: span.start - content.start, end: span.end - content.start };
  const { start, end } = trimSpan(content.bytes, inner);
  return { start: start + content.start, end: end + content.start };
}
