import type { ByteSet } from "./byte-set.ts";
import { ACCEPT, BALANCE, CLOSE, END, type Item, OPEN, POSITION } from "./item.ts";

/** More nested matches than this and stock Lua gives up: only the own matcher counts them. */
const MOST_ITEMS = 190;

/** By kind of item: `SINGLE`, `STAR`, `PLUS`, `LAZY`, `OPTIONAL`. Computed keys would keep it in every bundle. */
const QUANTIFIERS: readonly string[] = ["", "*", "+", "*?", "?"];

/**
 * The regular expression that matches what a pattern matches: sticky when the pattern is anchored, else global. Undefined
 * when the pattern has a part that no regular expression has (`%b`, `%f`, `%1`, `()`) or a fault.
 */
export function toRegExp(items: readonly Item[], anchored: boolean, unfinished: boolean): RegExp | undefined {
  if (unfinished || items.length > MOST_ITEMS) return undefined;
  let source = "";
  for (const { kind, set } of items.slice(0, -1)) {
    if (kind === OPEN) source += "(";
    else if (kind === CLOSE) source += ")";
    else if (kind === END) source += "$";
    else if (kind === POSITION || kind >= BALANCE) return undefined;
    else source += classText(set as ByteSet) + QUANTIFIERS[kind];
  }
  return items[items.length - 1]?.kind === ACCEPT ? new RegExp(source, anchored ? "sy" : "sg") : undefined;
}

function classText(set: ByteSet): string {
  let ranges = "";
  for (let from = 0; from < 256; from++) {
    if (set[from] === 0) continue;
    let to = from;
    while (set[to + 1] === 1) to++;
    if (from === 0 && to === 255) return ".";
    ranges += from === to ? byteText(from) : `${byteText(from)}-${byteText(to)}`;
    from = to;
  }
  return ranges.length === 4 ? ranges : `[${ranges}]`;
}

function byteText(code: number): string {
  return `\\x${code.toString(16).padStart(2, "0")}`;
}
