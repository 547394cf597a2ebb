import { type ByteSet, disjoint, union } from "./byte-set.ts";
import { ACCEPT, CLOSE, END, type Item, LAZY, OPEN, OPTIONAL, PLUS, POSITION, SINGLE, STAR } from "./item.ts";

/** How many steps a regular expression, which nothing can interrupt, may take at worst: some 10 ms. */
export const MOST_STEPS = 16_777_216;

/** What follows an item. */
interface Rest {
  /** The bytes that can come next. */
  readonly set: ByteSet;
  /** The rest can match the empty string wherever it is tried. */
  readonly empty: boolean;
  /** The rest can match at the end of the subject, or holds something that `set` does not tell. */
  readonly open: boolean;
  readonly unknown: boolean;
}

const NONE: ByteSet = /* @__PURE__ */ new Uint8Array(256);
const UNKNOWN: Rest = { set: NONE, empty: false, open: true, unknown: true };
const NOTHING: Rest = { set: NONE, empty: true, open: false, unknown: false };
/** What `$` wants is no byte at all: every byte is wrong for it. */
const SUBJECT_END: Rest = { set: NONE, empty: false, open: true, unknown: false };

/** Fills in what items know of what follows them. Returns the bytes that a match must begin with, if they are known. */
export function analyze(items: readonly Item[]): ByteSet | undefined {
  let rest = UNKNOWN;
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at] as Item;
    item.follow = known(rest);
    item.final = rest.empty;
    item.definite = isDefinite(item, rest);
    rest = before(item, rest);
  }
  return known(rest);
}

/**
 * The exponent of the steps that a pattern takes, and the longest subject for which they are at most `MOST_STEPS`: length^(repetitions that must be tried again, plus one
 * when it is not anchored). A repetition whose byte set is disjoint from what follows never has to be tried again.
 */
export function effortOf(
  items: readonly Item[],
  anchored: boolean,
): { readonly exponent: number; readonly longest: number } {
  let retried = 0;
  let runs = 0;
  let steps = MOST_STEPS;
  for (const { kind, definite, final } of items) {
    if (final || kind < STAR || kind > OPTIONAL) continue;
    if (definite) {
      if (kind !== OPTIONAL) runs = retried + 1;
    } else if (kind === OPTIONAL) steps /= 2;
    else retried++;
  }
  const exponent = Math.max(1, Math.max(retried, runs) + (anchored ? 0 : 1));
  if (exponent < 2 && steps === MOST_STEPS) return { exponent, longest: Number.POSITIVE_INFINITY };
  return { exponent, longest: steps ** (1 / exponent) };
}

function known(rest: Rest): ByteSet | undefined {
  return rest.empty || rest.open ? undefined : rest.set;
}

function isDefinite({ kind, set }: Item, rest: Rest): boolean {
  if (kind < STAR || kind > OPTIONAL || rest.unknown) return false;
  return rest.empty ? kind !== LAZY : disjoint(set as ByteSet, rest.set);
}

function before({ kind, set }: Item, rest: Rest): Rest {
  if (kind === OPEN || kind === CLOSE || kind === POSITION) return rest;
  if (kind === ACCEPT) return NOTHING;
  if (kind === END) return SUBJECT_END;
  if (set === undefined || kind > OPTIONAL) return UNKNOWN;
  if (kind === SINGLE || kind === PLUS) return { set, empty: false, open: false, unknown: false };
  return { ...rest, set: union(set, rest.set) };
}
