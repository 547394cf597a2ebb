import { isUtf8 } from "../utf8.ts";
import { sortKeys } from "./key-sort.ts";
import { LONG } from "./long-string.ts";
import { DYNAMIC, type LuaTable, NO_FIELDS, type Order } from "./table.ts";
import type { Value } from "./value.ts";

/** The groups of ITER-01 behind the array part. */
const BOOLEAN = 2;
const NUMBER = 3;
const STRING = 4;
const OTHER = 5;

/** More keys than this, or than a part of those that are sorted, are better sorted anew. */
const MOST_PENDING = 64;
/** So few keys are put in their places one by one. */
const FEW = 32;
/** More recent keys than this are merged with the others. */
const MOST_RECENT = 2048;

/**
 * The keys of a table's fields and hash in the order of ITER-01 (2) to (5), with what `next` remembers of its walks. Keys that are added
 * find their place when it is used next; cleared keys stay and are passed over.
 */
export class KeyOrder implements Order {
  work = 0;
  /** Array slots known to be nil. */
  readonly emptySlots = new Gap();
  /** Groups (2) to (4), sorted: the most of them, which walks may hold, and those added since, which are few. */
  #sorted: readonly Value[];
  #recent: Value[] = [];
  /** Group (5) in the order of insertion; undefined stands where a key was that has come again. */
  #others: Value[];
  #pending: Value[] = [];
  readonly #table: LuaTable;
  readonly #cleared = new Gap();
  readonly #clearedOthers = new Gap();
  #places: Map<Value, number> | undefined = undefined;
  /** Where `next` goes on: places in the three lists. */
  #at = 0;
  #recentAt = 0;
  #othersAt = 0;
  /** The key that `next` gave last, when it goes on behind that. */
  #last: Value = undefined;
  #all: readonly Value[] | undefined = undefined;

  constructor(table: LuaTable, sorted: readonly Value[], others: Value[]) {
    this.#table = table;
    this.#sorted = sorted;
    this.#others = others;
  }

  add(key: Value): boolean {
    if (typeof key === "string" && key.length > LONG) this.work += key.length >> 2;
    return this.#pending.push(key) <= MOST_PENDING + (this.#sorted.length >> 2);
  }

  fill(): void {
    this.emptySlots.clear();
  }

  /** Gives the keys that were added their places. */
  settle(): void {
    const pending = this.#pending;
    if (pending.length === 0) return;
    this.#pending = [];
    this.#last = undefined;
    this.#all = undefined;
    const isFew = pending.length <= FEW;
    const more: Value[] = [];
    for (const key of pending) {
      if (isOther(key)) this.#addOther(key);
      else if (isFew) this.#addSorted(key);
      else more.push(key);
    }
    this.work += 8 * pending.length;
    if (!isFew || this.#recent.length > MOST_RECENT) this.#merge(more.sort(compareSorted));
  }

  /** All keys, cleared ones too: a list that is never changed. */
  all(): readonly Value[] {
    if (this.#recent.length > 0) this.#merge([]);
    if (this.#all !== undefined) return this.#all;
    this.work += this.#others.length >> 4;
    this.#all = this.#others.length === 0 ? this.#sorted : [...this.#sorted, ...this.#others];
    return this.#all;
  }

  /** Goes before the first key. */
  rewind(): void {
    this.#at = this.#recentAt = this.#othersAt = 0;
    this.#last = undefined;
  }

  /** Goes behind a key, or behind where it would be; behind the other groups for one of group (5) that is gone. */
  goBehind(key: Value): void {
    if (key === this.#last) return;
    this.#last = undefined;
    if (isOther(key)) {
      const place = this.#table.get(key) === undefined ? undefined : this.#placeOf(key);
      this.#at = this.#sorted.length;
      this.#recentAt = this.#recent.length;
      this.#othersAt = place === undefined ? 0 : place + 1;
    } else {
      this.#at = placeAfter(this.#sorted, key);
      this.#recentAt = placeAfter(this.#recent, key);
      this.#othersAt = 0;
    }
  }

  /** The first live key from here on; undefined past the end. */
  peek(): Value {
    const [sorted, recent, others] = [this.#sorted, this.#recent, this.#others];
    this.#at = this.#skip(sorted, this.#at, this.#cleared);
    const first = this.#recentAt;
    while (this.#recentAt < recent.length && this.#isCleared(recent[this.#recentAt])) this.#recentAt++;
    if (this.#recentAt > first) {
      this.work += (this.#recentAt - first) >> 4;
      recent.splice(first, this.#recentAt - first);
      this.#recentAt = first;
    }
    if (this.#recentAt < recent.length) {
      const key = recent[this.#recentAt];
      return this.#at < sorted.length && compareSorted(sorted[this.#at], key) < 0 ? sorted[this.#at] : key;
    }
    if (this.#at < sorted.length) return sorted[this.#at];
    this.#othersAt = this.#skip(others, this.#othersAt, this.#clearedOthers);
    return others[this.#othersAt];
  }

  /** Passes the key that `peek` has given. */
  pass(key: Value): void {
    if (key === this.#sorted[this.#at]) this.#at++;
    else if (key === this.#recent[this.#recentAt]) this.#recentAt++;
    else this.#othersAt++;
    this.#last = key;
  }

  /** True for a key without a value, and for one that has moved to the array part, which is walked apart. */
  #isCleared(key: Value): boolean {
    return isArraySlot(this.#table, key) || this.#table.get(key) === undefined;
  }

  #skip(keys: readonly Value[], place: number, cleared: Gap): number {
    const start = cleared.skip(place);
    let at = start;
    while (at < keys.length && this.#isCleared(keys[at])) at = cleared.skip(at + 1);
    if (at > start) cleared.add(start, at);
    this.work += (at - start) >> 4;
    return at;
  }

  #addSorted(key: Value): void {
    const at = placeAfter(this.#sorted, key);
    // A key that was cleared and comes again has its place still.
    if (at > 0 && this.#sorted[at - 1] === key) {
      this.#cleared.clear();
      return;
    }
    const recent = placeAfter(this.#recent, key);
    if (recent === 0 || this.#recent[recent - 1] !== key) this.#recent.splice(recent, 0, key);
  }

  /** Merges sorted keys with those that are there; what is cleared is left out once it is more than the rest. */
  #merge(more: readonly Value[]): void {
    const merged = mergeTwo(this.#sorted, mergeTwo(this.#recent, more));
    this.work += merged.length >> 2;
    const isSparse = merged.length > 2 * (this.#table.hash?.size ?? 0) + FEW;
    this.#sorted = isSparse ? merged.filter((key) => !this.#isCleared(key)) : merged;
    this.#recent = [];
    this.#all = this.#last = undefined;
    this.#cleared.clear();
  }

  #addOther(key: Value): void {
    const others = this.#others;
    const before = this.#placeOf(key);
    if (before !== undefined) others[before] = undefined;
    if (others.length > 2 * (this.#table.hash?.size ?? 0) + FEW) this.#forgetCleared();
    this.#places!.set(key, this.#others.push(key) - 1);
  }

  #forgetCleared(): void {
    this.work += this.#others.length >> 4;
    this.#others = this.#others.filter((key) => !this.#isCleared(key));
    this.#clearedOthers.clear();
    this.#places = undefined;
    this.#placeOf(undefined);
  }

  #placeOf(key: Value): number | undefined {
    this.#places ??= new Map(this.#others.map((k, place) => [k, place]));
    return this.#places.get(key);
  }
}

/** A run of indices that a scan need not look at again. */
class Gap {
  #from = 0;
  #to = 0;

  /** The first index from `at` on that is not known to be empty. */
  skip(at: number): number {
    return at >= this.#from && at < this.#to ? this.#to : at;
  }

  /** Adds the empty run from `from` up to `to`; of two separate runs the longer one is kept. */
  add(from: number, to: number): void {
    if (from <= this.#to && to >= this.#from) {
      this.#from = Math.min(from, this.#from);
      this.#to = Math.max(to, this.#to);
    } else if (to - from > this.#to - this.#from) {
      this.#from = from;
      this.#to = to;
    }
  }

  clear(): void {
    this.#from = this.#to = 0;
  }
}

/** The key order of a table: the cached one, or a new one. `pay` is called with the fuel that parts of the work take, before they are done. */
export function keyOrder(table: LuaTable, pay: (units: number) => void = free): KeyOrder {
  const cached = table.rest?.order;
  if (cached instanceof KeyOrder) {
    cached.settle();
    return cached;
  }
  const order = sort(table, pay);
  table.ownRest().order = order;
  return order;
}

const free = (): void => {};

/** True for a key that the array part has a slot for. */
export function isArraySlot({ arr }: LuaTable, key: Value): boolean {
  return typeof key === "number" && key > 0 && key < arr.length && Number.isInteger(key);
}

/** True for a table with nothing but its array part. */
export function isArrayOnly(table: LuaTable): boolean {
  const { s, hash } = table;
  return (s === NO_FIELDS || s === DYNAMIC) && (hash === undefined || hash.size === 0);
}

/** True for a key of group (5): a table, function, userdata, infinity, or a string that is not UTF-8. */
export function isOther(key: Value): boolean {
  return groupOf(key) === OTHER;
}

/** Below 0 when key `a` comes before key `b` in groups (2) to (4); a key of group (5) comes after those. */
export function compareKeys(a: Value, b: Value): number {
  const group = groupOf(a);
  const difference = group - groupOf(b);
  if (difference !== 0 || a === b || group === OTHER) return difference;
  return (a as number) < (b as number) ? -1 : 1;
}

/** How many of sorted keys come before or at the place of a key of groups (2) to (4). */
function placeAfter(keys: readonly Value[], key: Value): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareSorted(keys[middle], key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `compareKeys` for two keys of groups (2) to (4), which need no look at their bytes to tell their group. */
function compareSorted(a: Value, b: Value): number {
  const difference = rank(a) - rank(b);
  if (difference !== 0 || a === b) return difference;
  return (a as number) < (b as number) ? -1 : 1;
}

function rank(key: Value): number {
  return typeof key === "string" ? STRING : typeof key === "boolean" ? BOOLEAN : NUMBER;
}

/** Two sorted lists as one; a key that was cleared and has come again stands in both, but once in what is made of them. */
function mergeTwo(one: readonly Value[], other: readonly Value[]): readonly Value[] {
  if (other.length === 0) return one;
  const merged: Value[] = [];
  let last: Value;
  const add = (key: Value): void => {
    if (key !== last) merged.push(key);
    last = key;
  };
  let at = 0;
  for (const key of one) {
    while (at < other.length && compareSorted(other[at], key) < 0) add(other[at++]);
    add(key);
  }
  while (at < other.length) add(other[at++]);
  return merged;
}

/** So many keys are looked at between two payments. */
const STRIDE = 1024;

function sort(table: LuaTable, pay: (units: number) => void): KeyOrder {
  const { s, hash } = table;
  const strings: string[] = [];
  const others: Value[] = [];
  let seen = 0;
  for (const key of Object.keys(s)) {
    payFor(key, ++seen, pay);
    if (s[key] !== undefined) (isUtf8(key) ? strings : others).push(key);
  }
  const booleans: boolean[] = [];
  const numbers: (number | bigint)[] = [];
  for (const key of hash?.keys() ?? []) {
    payFor(key, ++seen, pay);
    const group = groupOf(key);
    if (group === STRING) strings.push(key as string);
    else if (group === NUMBER) numbers.push(key as number | bigint);
    else if (group === BOOLEAN) booleans.push(key as boolean);
    else others.push(key);
  }
  pay(seen & (STRIDE - 1));
  const sorted = sortKeys(strings, compareStrings, sortStrings, pay);
  const isPlain = booleans.length + numbers.length === 0;
  return new KeyOrder(
    table,
    isPlain ? sorted : [...booleans.sort(), ...sortNumbers(numbers, pay), ...sorted],
    others,
  );
}

/** Pays for a look at a key, the `seen`-th. */
function payFor(key: Value, seen: number, pay: (units: number) => void): void {
  if ((seen & (STRIDE - 1)) === 0) pay(STRIDE);
  if (typeof key === "string" && key.length > LONG) pay(key.length >> 2);
}

function sortStrings(strings: string[]): string[] {
  // Constant keys are often written in order already.
  for (let i = 1; i < strings.length; i++) if (strings[i - 1]! > strings[i]!) return strings.sort();
  return strings;
}

const compareStrings = (a: string, b: string): number => (a < b ? -1 : 1);

/** Numbers by exact value; the typed array sorts plain ones many times faster. */
function sortNumbers(numbers: (number | bigint)[], pay: (units: number) => void): Iterable<number | bigint> {
  if (!numbers.some((n) => typeof n === "bigint")) {
    pay(numbers.length);
    return Float64Array.from(numbers as number[]).sort();
  }
  return sortKeys(numbers, compareNumbers, (piece) => piece.sort(compareNumbers), pay);
}

const compareNumbers = (a: number | bigint, b: number | bigint): number => (a < b ? -1 : 1);

function groupOf(key: Value): number {
  switch (typeof key) {
    case "boolean":
      return BOOLEAN;
    case "number":
      return Number.isFinite(key) ? NUMBER : OTHER;
    case "bigint":
      return NUMBER;
    case "string":
      return isUtf8(key) ? STRING : OTHER;
    default:
      return OTHER;
  }
}
