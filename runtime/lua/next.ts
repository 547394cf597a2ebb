import { spend } from "./fuel.ts";
import { compareKeys, isArrayOnly, isArraySlot, isOther, type KeyOrder, keyOrder } from "./key-order.ts";
import { LONG, payLookup } from "./long-string.ts";
import { type LuaTable, normalizeKey } from "./table.ts";
import { border } from "./table-write.ts";
import type { LuaFunction, Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** What a walk gives past its end: two nils. */
const END: readonly Value[] = [undefined, undefined];
const NO_KEYS: readonly Value[] = [];

/**
 * The pair after `key` in the order of ITER-01, the first pair for nil, two nils past the end. A key that is not there resumes
 * where ITER-07 says. Steps take about a constant time, but for the first, which sorts.
 */
export function next(table: LuaTable, key: Value): readonly Value[] {
  if (key === undefined) return fromSlot(table, 1);
  const normal = normalizeKey(key);
  if (isSlot(normal)) {
    if (typeof normal === "number" && normal <= border(table)) return fromSlot(table, normal + 1);
    // An integer that is gone resumes as if it had been in the array part.
    if (table.get(normal) === undefined) return behind(table, undefined, border(table) + 1);
  }
  return behind(table, normal, isOther(normal) ? table.arr.length : slotAfter(table, normal));
}

/**
 * A walk of `pairs` (ITER-03): its keys are fixed when it begins, values are read when they are reached, cleared keys are
 * passed over. After each `next` that is true, `k` and `v` are the pair.
 */
export class PairsWalk {
  k: Value = undefined;
  v: Value = undefined;
  readonly vm: VM;
  readonly table: LuaTable;
  readonly last: number;
  readonly keys: readonly Value[];
  slot = 0;
  at = 0;

  constructor(vm: VM, table: LuaTable) {
    this.vm = vm;
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
      // A key that had moved to the array part before the walk began.
      if (typeof key === "number" && key >= 1 && key <= last && Number.isInteger(key)) continue;
      if (typeof key === "string" && key.length > LONG) payLookup(this.vm, table, key);
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

/** Sorts the keys of a table that has any before they are first asked for, and spends fuel for it. */
export function paySort(vm: VM, table: LuaTable): void {
  if (table.rest?.order !== undefined || isArrayOnly(table)) return;
  keyOrder(table, (units) => spend(vm, units));
}

/** Spends the fuel that looking for keys of a table has taken. */
export function payWork(vm: VM, table: LuaTable): void {
  const order = table.rest?.order;
  if (order === undefined || order.work === 0) return;
  const { work } = order;
  order.work = 0;
  spend(vm, work);
}

/** The iterator function of a walk; after the end it gives two nils for ever. */
export function pairsIterator(vm: VM, table: LuaTable): LuaFunction {
  const walk = new PairsWalk(vm, table);
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
  return slot <= last ? [slot, table.arr[slot]] : behind(table, undefined, last + 1);
}

/** The first live pair among the ordered keys behind `key` and the array slots from `slot` on, all behind the border; nil stands before the first. */
function behind(table: LuaTable, key: Value, slot: number): readonly Value[] {
  const { arr, holes } = table;
  if (holes === 0 && isArrayOnly(table)) return END;
  const order = keyOrder(table);
  if (key === undefined) order.rewind();
  else order.goBehind(key);
  const following = order.peek();
  if (holes > 0 && slot < arr.length) {
    const live = liveSlot(table, order, slot);
    if (live < arr.length && (following === undefined || compareKeys(live, following) < 0))
      return [live, arr[live]];
  }
  if (following === undefined) return END;
  order.pass(following);
  return [following, table.get(following)];
}

/** The first slot from `slot` on that is not nil, or the length of the array part. */
function liveSlot(table: LuaTable, order: KeyOrder, slot: number): number {
  const { arr } = table;
  const { emptySlots } = order;
  const start = emptySlots.skip(slot);
  let at = start;
  while (at < arr.length && arr[at] === undefined) at = emptySlots.skip(at + 1);
  if (at > start) emptySlots.add(start, at);
  order.work += (at - start) >> 4;
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
  if (table.holes === 0) return isArrayOnly(table) ? NO_KEYS : keyOrder(table).all();
  const { arr } = table;
  const order = keyOrder(table);
  order.work += (arr.length - border) >> 4;
  const all: Value[] = [];
  let slot = border + 1;
  for (const key of order.all()) {
    if (isArraySlot(table, key)) continue;
    for (; slot < arr.length && compareKeys(slot, key) < 0; slot++)
      if (arr[slot] !== undefined) all.push(slot);
    all.push(key);
  }
  for (; slot < arr.length; slot++) if (arr[slot] !== undefined) all.push(slot);
  return all;
}
