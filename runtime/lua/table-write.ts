import { DYNAMIC, GlobalTable, type LuaTable, NO_ARRAY, NO_FIELDS, normalizeKey } from "./table.ts";
import type { Value } from "./value.ts";

/** Raw write. The key is neither nil nor NaN: callers check. */
export function set(table: LuaTable, key: Value, value: Value): void {
  if (table instanceof GlobalTable) setGlobal(table, key, value);
  else if (typeof key === "string") setString(table, key, value);
  else setOther(table, key, value);
}

/** Raw write of an integer key in the safe range, to a table that is not that of the globals. */
export function setInteger(table: LuaTable, key: number, value: Value): void {
  const { arr } = table;
  const { length } = arr;
  if (key > 0 && key < length) {
    if (value === undefined) clearSlot(table, key);
    else {
      if (arr[key] === undefined) fillHole(table);
      arr[key] = value;
    }
  } else if (key === length) {
    if (value !== undefined) push(table, value);
    else if (table.hash !== undefined) table.setHash(key, value);
  } else table.setHash(key, value);
}

/** A nil slot is about to be written. */
export function fillHole(table: LuaTable): void {
  const rest = table.ownRest();
  rest.holes--;
  rest.order?.fill();
}

/** Finds the holes anew, after the slots were written without care: none is left at the end. */
export function recount(table: LuaTable): void {
  const { arr } = table;
  while (arr.length > 1 && arr[arr.length - 1] === undefined) arr.pop();
  let holes = 0;
  for (let slot = 1; slot < arr.length; slot++) if (arr[slot] === undefined) holes++;
  if (holes === 0 && table.rest === undefined) return;
  const rest = table.ownRest();
  rest.holes = holes;
  rest.firstHole = 1;
  rest.order = undefined;
}

/** Appends to the array part, then takes over the keys of `hash` that follow. */
export function push(table: LuaTable, value: Value): void {
  if (table.arr === NO_ARRAY) table.arr = shortList(value);
  else table.arr.push(value);
  const { arr, hash } = table;
  if (hash === undefined || hash.size === 0) return;
  hash.delete(arr.length - 1);
  for (let next = hash.get(arr.length); next !== undefined; next = hash.get(arr.length)) {
    table.forgetOrder();
    hash.delete(arr.length);
    arr.push(next);
  }
}

/** A list of one with room for three more: an engine's own growth, from any length, makes room for 16 more, and most lists stay short. */
function shortList(value: Value): Value[] {
  const arr = [0, value, value, value, value];
  arr.pop();
  arr.pop();
  arr.pop();
  return arr;
}

/** More slots than this are not left nil by a write behind the array part. */
export const WIDEST_GAP = 4;

/**
 * Writes a slot a little behind the end of an array part, as in a list that begins at 2: a hole costs less than a hash. False when the key
 * belongs to the hash: keys of that may lie between, or most slots would be holes.
 */
export function leaveGap(table: LuaTable, key: number, value: Value): boolean {
  const { length } = table.arr;
  const holes = table.holes + key - length;
  if (!Number.isInteger(key) || table.hash !== undefined || holes > (length >> 1) + 1) return false;
  if (table.arr === NO_ARRAY) table.arr = [0];
  table.arr[key] = value;
  const rest = table.ownRest();
  if (rest.holes === 0) rest.firstHole = length;
  rest.holes = holes;
  rest.order?.fill();
  return true;
}

/** A border (manual §3.4.7): the largest n such that `t[1]` to `t[n]` are all non-nil (META-04). */
export function border(table: LuaTable): number {
  const { arr, rest } = table;
  if (rest === undefined || rest.holes === 0) return arr.length - 1;
  let n = rest.firstHole;
  while (arr[n] !== undefined) n++;
  rest.firstHole = n;
  return n - 1;
}

/** Globals keep their fields: `_G[k] = v` must not slow down every named global. */
function setGlobal(table: GlobalTable, key: Value, value: Value): void {
  const guard = table.guards.get(key);
  if (guard !== undefined) guard.write(value);
  else if (typeof key === "string") table.setField(key, value);
  else setOther(table, key, value);
}

/** A string key that the program computed. */
function setString(table: LuaTable, key: string, value: Value): void {
  const { s } = table;
  if (s !== NO_FIELDS && s !== DYNAMIC) {
    if (s[key] !== undefined) {
      s[key] = value;
      return;
    }
    if (value === undefined) return;
    moveFieldsToHash(table);
  } else if (s === NO_FIELDS) {
    if (value === undefined && table.hash === undefined) return;
    table.s = DYNAMIC;
  }
  table.setHash(key, value);
}

function setOther(table: LuaTable, key: Value, value: Value): void {
  const normal = typeof key === "number" && Number.isSafeInteger(key) ? key : normalizeKey(key);
  if (typeof normal === "number" && Number.isSafeInteger(normal)) setInteger(table, normal, value);
  else table.setHash(normal, value);
}

function clearSlot(table: LuaTable, key: number): void {
  const { arr } = table;
  if (arr[key] === undefined) return;
  if (key < arr.length - 1) {
    arr[key] = undefined;
    const rest = table.ownRest();
    if (rest.holes === 0 || key < rest.firstHole) rest.firstHole = key;
    rest.holes++;
    return;
  }
  arr.pop();
  while (arr.length > 1 && arr[arr.length - 1] === undefined) {
    arr.pop();
    fillHole(table);
  }
}

function moveFieldsToHash(table: LuaTable): void {
  const { s } = table;
  const rest = table.ownRest();
  rest.hash ??= new Map();
  for (const key of Object.keys(s)) if (s[key] !== undefined) rest.hash.set(key, s[key]);
  table.s = DYNAMIC;
}
