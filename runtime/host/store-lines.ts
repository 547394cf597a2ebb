import { spend } from "../lua/fuel.ts";
import { reserve } from "../lua/memory.ts";
import type { VM } from "../lua/vm.ts";
import { StoreFailure } from "./store-failure.ts";

/** Inclusive 1-based bounds of a ranged read; undefined leaves one open. */
export interface LineRange {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** Lines with their absolute numbers, the first of them `start`. */
export interface Slice {
  readonly start: number;
  readonly lines: readonly string[];
}

/** Refuses an end without a start: the one check that comes before the file, and even its path, is looked at (STO-33, STO-35). */
export function checkRange(path: string, { start, end }: LineRange): void {
  if (start === undefined && end !== undefined)
    throw rangeFailure(path, "start is required when end is given");
}

/** The lines of a range (STO-33, STO-34); nothing past the last line. Spends fuel. */
export function sliceLines(vm: VM, path: string, text: string, { start = 1, end }: LineRange): Slice {
  if (start < 1) throw rangeFailure(path, "start must be at least 1");
  const lines = splitLines(vm, text);
  if (start > lines.length) return { start, lines: [] };
  if (end !== undefined && end < start) throw rangeFailure(path, "end must not be before start");
  return { start, lines: lines.slice(start - 1, end) };
}

/** Each line behind its number, right-aligned to the width of the largest (STO-32). Spends fuel. */
export function numberLines(vm: VM, { start, lines }: Slice): string {
  const width = String(start + lines.length - 1).length;
  let text = "";
  for (const [offset, line] of lines.entries()) {
    spend(vm, 4);
    text += `${offset > 0 ? "\n" : ""}${String(start + offset).padStart(width)}| ${line}`;
    reserve(vm, text.length);
  }
  return text;
}

/** STO-30. */
function splitLines(vm: VM, text: string): string[] {
  const lines: string[] = [];
  let from = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
    spend(vm, 2 + ((at - from) >> 6));
    lines.push(text.slice(from, at > from && text[at - 1] === "\r" ? at - 1 : at));
    from = at + 1;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

function rangeFailure(path: string, reason: string): StoreFailure {
  return new StoreFailure(`invalid line range for ${path}: ${reason}`);
}
