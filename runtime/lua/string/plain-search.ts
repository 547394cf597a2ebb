import { spend } from "../fuel.ts";
import type { VM } from "../vm.ts";

/** Bytes × bytes sought that one native search may take at worst: some milliseconds. */
const MOST_STEPS = 4_194_304;
/** The longest text that is sought by native means: what they take at worst grows with the product of both lengths. */
const SHORT = 64;
/** So much of a long text is sought by an automaton; the rest is compared where that has been found. */
const HEAD = 4_194_304;

/**
 * Where a text first stands in another at or after byte `from`, -1 for nowhere; spends fuel for what that takes at worst, so that no
 * search can hang a run.
 */
export function searchPlain(vm: VM, text: string, sought: string, from: number): number {
  const size = (text.length - from) * sought.length;
  if (sought.length > SHORT && size > MOST_STEPS) return searchLong(vm, text, sought, from);
  const width = Math.max(1024, Math.floor(MOST_STEPS / Math.max(sought.length, 1)));
  for (let at = from; ; at += width) {
    const end = at + width + sought.length - 1;
    const window = end >= text.length ? text : text.slice(0, end);
    const found = window.indexOf(sought, at);
    const searched = (found < 0 ? window.length : found) - at;
    spend(vm, 1 + (searched >> 6) + ((searched * sought.length) >> 12));
    if (found >= 0 || end >= text.length) return found;
  }
}

/** The search of Knuth, Morris and Pratt, whose time is the sum of both lengths. */
function searchLong(vm: VM, text: string, sought: string, from: number): number {
  const head = sought.slice(0, HEAD);
  spend(vm, head.length >> 3);
  const borders = bordersOf(head);
  const last = text.length - sought.length + head.length;
  let matched = 0;
  for (let at = from; at < last; at++) {
    if ((at & 1023) === 0) spend(vm, 128);
    const code = text.charCodeAt(at);
    while (matched > 0 && head.charCodeAt(matched) !== code) matched = borders[matched] as number;
    if (head.charCodeAt(matched) === code) matched++;
    if (matched < head.length) continue;
    const start = at + 1 - matched;
    if (sought.length === matched) return start;
    spend(vm, 1 + (sought.length >> 6));
    if (text.startsWith(sought, start)) return start;
    matched = borders[matched] as number;
  }
  return -1;
}

/** For each length of a beginning of a text: the length of its longest proper beginning that is its end, too. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length + 1);
  for (let length = 2, border = 0; length <= text.length; length++) {
    const code = text.charCodeAt(length - 1);
    while (border > 0 && text.charCodeAt(border) !== code) border = borders[border] as number;
    if (text.charCodeAt(border) === code) border++;
    borders[length] = border;
  }
  return borders;
}
