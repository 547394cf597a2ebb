import { compareKeys, isArrayOnly, isOther, type KeyOrder, keyOrder } from "./key-order.ts";
import { type LuaTable, normalizeKey } from "./table.ts";
import { border } from "./table-write.ts";
import type { LuaFunction, Value } from "./value.ts";

/** What a walk gives past its end: two nils. */
const END: readonly Value[] = [undefined, undefined];
const NO_KEYS: readonly Value[] = [];

/**
 * The pair after `key` in the order of ITER-01, the first pair for nil, two nils past the end. A key that is not there resumes
 * where ITER-07 says. Steps cost a constant time, but for a sort after keys were added.
 */
export function next(table: LuaTable, key: Value): readonly Value[] {
  if (key === undefined) return fromSlot(table, 1);
  const normal = normalizeKey(key);
  if (isSlot(normal)) {
    if (typeof normal === "number" && normal <= border(table)) return fromSlot(table, normal + 1);
    // An integer that is gone resumes as if it had been in the array part.
    if (table.get(normal) === undefined) return behind(table, 0, border(table) + 1);
  }
  const order = keyOrder(table);
  if (isOther(normal)) {
    const live = table.get(normal) !== undefined;
    return behind(table, live ? order.placeAfter(normal) : order.others, table.arr.length);
  }
  return behind(table, order.placeAfter(normal), slotAfter(table, normal));
}

/**
 * A walk of `pairs` (ITER-03): its keys are fixed when it begins, values are read when they are reached, cleared keys are
 * passed over. After each `next` that is true, `k` and `v` are the pair.
 */
export class PairsWalk {
  k: Value = undefined;
  v: Value = undefined;
  readonly table: LuaTable;
  readonly last: number;
  readonly keys: readonly Value[];
  slot = 0;
  at = 0;

  constructor(table: LuaTable) {
    this.table = table;
    this.last = border(table);
    this.keys = keysBehind(table, this.last);
  }

  next(): boolean {
    const { table, last, keys } = this;
    while (this.slot < last) {
      const slot = ++this.slot;
      const { arr } = table;
      const value = slot < arr.length ? arr[slot] : table.get(slot);
      if (value !== undefined) {
        this.k = slot;
        this.v = value;
        return true;
      }
    }
    while (this.at < keys.length) {
      const key = keys[this.at++];
      const value = typeof key === "string" ? table.getString(key) : table.get(key);
      if (value !== undefined) {
        this.k = key;
        this.v = value;
        return true;
      }
    }
    return false;
  }
}

/** The iterator function of a walk; after the end it gives two nils for ever. */
export function pairsIterator(table: LuaTable): LuaFunction {
  const walk = new PairsWalk(table);
  return () => (walk.next() ? [walk.k, walk.v] : END);
}

/** True for an integer of 1 or more: what an array part can hold. */
function isSlot(key: Value): boolean {
  return typeof key === "number"
    ? key >= 1 && Number.isSafeInteger(key)
    : typeof key === "bigint" && key > 0n;
}

function fromSlot(table: LuaTable, slot: number): readonly Value[] {
  const last = border(table);
  return slot <= last ? [slot, table.arr[slot]] : behind(table, 0, last + 1);
}

/** The first live pair among the ordered keys from `place` on and the array slots from `slot` on, all behind the border. */
function behind(table: LuaTable, place: number, slot: number): readonly Value[] {
  if (table.holes === 0 && isArrayOnly(table)) return END;
  const order = keyOrder(table);
  const at = liveKey(table, order, place);
  if (table.holes > 0 && slot < table.arr.length) {
    const live = liveSlot(table, order, slot);
    if (live === table.arr.length) return keyPair(table, order, at);
    if (at === order.keys.length || compareKeys(live, order.keys[at]) < 0) return [live, table.arr[live]];
  }
  return keyPair(table, order, at);
}

function keyPair(table: LuaTable, order: KeyOrder, at: number): readonly Value[] {
  if (at === order.keys.length) return END;
  order.at = at;
  const key = order.keys[at];
  return [key, table.get(key)];
}

function liveKey(table: LuaTable, order: KeyOrder, place: number): number {
  const { keys, clearedKeys } = order;
  const start = clearedKeys.skip(place);
  let at = start;
  while (at < keys.length && table.get(keys[at]) === undefined) at = clearedKeys.skip(at + 1);
  if (at > start) clearedKeys.add(start, at);
  return at;
}

/** The first slot from `slot` on that is not nil, or the length of the array part. */
function liveSlot(table: LuaTable, order: KeyOrder, slot: number): number {
  const { arr } = table;
  const { emptySlots } = order;
  const start = emptySlots.skip(slot);
  let at = start;
  while (at < arr.length && arr[at] === undefined) at = emptySlots.skip(at + 1);
  if (at > start) emptySlots.add(start, at);
  return Math.min(at, arr.length);
}

/** The first slot behind the border that comes after a key of groups (2) to (4). */
function slotAfter(table: LuaTable, key: Value): number {
  const first = border(table) + 1;
  if (typeof key === "number") return Math.max(first, Math.floor(key) + 1);
  return typeof key === "boolean" || (typeof key === "bigint" && key < 0n) ? first : table.arr.length;
}

/** All keys behind the border, in order. */
function keysBehind(table: LuaTable, border: number): readonly Value[] {
  if (table.holes === 0) return isArrayOnly(table) ? NO_KEYS : keyOrder(table).keys;
  const { arr } = table;
  const all: Value[] = [];
  let slot = border + 1;
  for (const key of keyOrder(table).keys) {
    for (; slot < arr.length && compareKeys(slot, key) < 0; slot++)
      if (arr[slot] !== undefined) all.push(slot);
    all.push(key);
  }
  for (; slot < arr.length; slot++) if (arr[slot] !== undefined) all.push(slot);
  return all;
}
