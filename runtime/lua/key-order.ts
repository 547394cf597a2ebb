import { isUtf8 } from "../utf8.ts";
import { DYNAMIC, type LuaTable, NO_FIELDS } from "./table.ts";
import type { Value } from "./value.ts";

/** The groups of ITER-01 behind the array part. */
const BOOLEAN = 2;
const NUMBER = 3;
const STRING = 4;
const OTHER = 5;

/**
 * The keys of a table's fields and hash in the order of ITER-01 (2) to (5), with what `next` remembers of its walks. It holds
 * until a key is added; cleared keys stay in it and are passed over.
 */
export class KeyOrder {
  readonly keys: readonly Value[];
  /** Index of the first key of group (5). */
  readonly others: number;
  /** Index of the key that `next` gave last. */
  at = 0;
  /** Keys known to be cleared. */
  readonly clearedKeys = new Gap();
  /** Array slots known to be nil. */
  readonly emptySlots = new Gap();
  #places: Map<Value, number> | undefined = undefined;

  constructor(keys: readonly Value[], others: number) {
    this.keys = keys;
    this.others = others;
  }

  /** How many keys come before or at the place of a key. */
  placeAfter(key: Value): number {
    if (this.keys[this.at] === key) return this.at + 1;
    if (groupOf(key) === OTHER) {
      this.#places ??= new Map(this.keys.map((k, i) => [k, i]));
      return this.#places.get(key)! + 1;
    }
    let low = 0;
    let high = this.others;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareKeys(this.keys[middle], key) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
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
}

/** The key order of a table: the cached one, or a new one. */
export function keyOrder(table: LuaTable): KeyOrder {
  const cached = table.rest?.order;
  if (cached instanceof KeyOrder) return cached;
  const order = sort(table);
  table.ownRest().order = order;
  return order;
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

function sort(table: LuaTable): KeyOrder {
  const { s, hash } = table;
  const strings: string[] = [];
  const others: Value[] = [];
  for (const key of Object.keys(s)) {
    if (s[key] !== undefined) (isUtf8(key) ? strings : others).push(key);
  }
  if (hash === undefined || hash.size === 0) {
    sortStrings(strings);
    const { length } = strings;
    return new KeyOrder(others.length === 0 ? strings : [...strings, ...others], length);
  }
  const booleans: boolean[] = [];
  const numbers: (number | bigint)[] = [];
  for (const key of hash.keys()) {
    const group = groupOf(key);
    if (group === STRING) strings.push(key as string);
    else if (group === NUMBER) numbers.push(key as number | bigint);
    else if (group === BOOLEAN) booleans.push(key as boolean);
    else others.push(key);
  }
  sortStrings(strings);
  const sorted: Value[] = [...booleans.sort(), ...sortNumbers(numbers), ...strings];
  const { length } = sorted;
  return new KeyOrder(others.length === 0 ? sorted : sorted.concat(others), length);
}

function sortStrings(strings: string[]): void {
  // Constant keys are often written in order already.
  for (let i = 1; i < strings.length; i++) {
    if (strings[i - 1]! > strings[i]!) {
      strings.sort();
      return;
    }
  }
}

/** Numbers by exact value; the typed array sorts plain ones many times faster. */
function sortNumbers(numbers: (number | bigint)[]): Iterable<number | bigint> {
  if (!numbers.some((n) => typeof n === "bigint")) return Float64Array.from(numbers as number[]).sort();
  return numbers.sort((a, b) => (a < b ? -1 : 1));
}

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
