import type { Source } from "../source.ts";
import { type Content, textIn } from "./content.ts";
import { Rejection } from "./failure.ts";
import { isBlank } from "./whitespace.ts";

/** One Lua fence. Offsets are byte offsets of the file. */
export interface Fence {
  /** Its opening line. */
  readonly start: number;
  /** The end of its closing line, before the line feed. */
  readonly end: number;
  /** The Lua text: from the line after the opening, without the trailing line ends. */
  readonly lua: { readonly start: number; readonly end: number };
}

export type Opener = "```lua" | "```lua shared";

const closer = "```";

/**
 * The code blocks among `code` (byte offsets) whose opening line is exactly `opener`, from column one
 * (FMT-36, FMT-38).
 */
export function openings(source: Source, code: readonly number[], opener: Opener): number[] {
  return code.filter((c) => isExactLine(source.bytes, c, opener));
}

/**
 * The fence opened at byte `start`, closed by an exact line before byte `limit` (FMT-36); undefined when none
 * closes it.
 */
export function closeFence(source: Source, start: number, opener: Opener, limit: number): Fence | undefined {
  const luaStart = start + opener.length + 1;
  const close = exactClose(source.bytes, luaStart, limit);
  if (close === undefined) return undefined;
  let luaEnd = close;
  while (luaEnd > luaStart && /[\r\n]/.test(source.bytes[luaEnd - 1]!)) luaEnd--;
  return { start, end: close + closer.length, lua: { start: luaStart, end: luaEnd } };
}

/**
 * The Lua fences of a section's content that open at `starts`. Rejects the first that is not closed, or whose
 * text runs over a later opening (FMT-39). `section` is the section's name, in the H1 body the title.
 */
export function readFences(
  source: Source,
  content: Content,
  starts: readonly number[],
  section: string,
): Fence[] {
  return starts.map((start, index) => {
    const fence = closeFence(source, start, "```lua", content.end);
    if (fence === undefined) {
      const place = placeOf(content, start, index === starts.length - 1);
      rejectUnclosed(source, `section \`${section}\`${place} \`lua\``, start, content.end);
    }
    const next = starts[index + 1];
    if (next !== undefined && next < fence.end) rejectOverrun(source, section, start, next);
    return fence;
  });
}

/**
 * Rejects the fence opened at byte `start`, which no exact line before byte `limit` closes; `what` names it
 * (FMT-39).
 */
export function rejectUnclosed(source: Source, what: string, start: number, limit: number): never {
  const almost = nearCloser(source, start, limit);
  const help =
    almost === undefined
      ? undefined
      : `Line ${almost} does not close it: make it exactly three backticks, with nothing before or after them.`;
  throw new Rejection("fence-unclosed", "Fence", `${what} fence is not closed`, lineSpan(source, start), {
    help,
  });
}

function rejectOverrun(source: Source, section: string, start: number, next: number): never {
  const help = `Close it before the fence on line ${source.line(next)}, with a line that is exactly three backticks.`;
  const message = `section \`${section}\` \`lua\` fence is not closed exactly`;
  throw new Rejection("fence-overrun", "Fence", message, lineSpan(source, start), { help });
}

/** FMT-39: the first content of the section, or else the last fence, or any other. */
function placeOf(content: Content, start: number, isLast: boolean): "" | " prologue" | " epilog" {
  if (isBlank(textIn(content, { start: content.start, end: start }))) return " prologue";
  return isLast ? " epilog" : "";
}

/** The offset of the first line from `from` on that is exactly three backticks. */
function exactClose(bytes: string, from: number, limit: number): number | undefined {
  for (let at = bytes.indexOf(closer, from); at !== -1 && at < limit; at = bytes.indexOf(closer, at + 1)) {
    if (isExactLine(bytes, at, closer)) return at;
  }
  return undefined;
}

/** The line of the first fence-like line below the opening: the one its author took for the end. */
function nearCloser(source: Source, start: number, limit: number): number | undefined {
  const firstLine = source.line(start) + 1;
  const lines = source.bytes.slice(source.lineStart(firstLine), limit).split("\n");
  const index = lines.findIndex((l) => /^\s*(?:`{3,}|~{3,})\s*$/.test(l));
  return index === -1 ? undefined : firstLine + index;
}

/** True when the line that begins at byte `start` is exactly `text`. */
function isExactLine(bytes: string, start: number, text: string): boolean {
  const end = start + text.length;
  const begins = start === 0 || bytes[start - 1] === "\n";
  return begins && bytes.startsWith(text, start) && (end === bytes.length || bytes[end] === "\n");
}

function lineSpan(source: Source, start: number): { start: number; end: number } {
  const end = source.bytes.indexOf("\n", start);
  return { start, end: end === -1 ? source.bytes.length : end };
}
