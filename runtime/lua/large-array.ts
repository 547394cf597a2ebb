import { watch } from "./memory.ts";
import { LuaTable } from "./table.ts";
import type { Value } from "./value.ts";
import type { VM } from "./vm.ts";

/*
 * Array parts of large tables. Engines give a large array memory of its own, fresh each time it grows, and each page of that costs more
 * than all writes to it: array parts that are no longer used are kept for other tables.
 */

/** Loops that fill fewer slots grow an array part as they go; more are not trusted to be filled. */
const FEWEST = 4096;
const MOST = 4_000_000;

/**
 * Makes room for a loop that counts to `limit` and fills `object[i]`, so that the array part is made once. Only an empty plain table gets
 * it: the slots are holes until they are filled.
 */
export function presize(vm: VM, object: Value, limit: number): void {
  if (!(limit >= FEWEST && limit <= MOST) || !(object instanceof LuaTable) || limit * 40 > vm.memoryBytes)
    return;
  if (object.arr.length > 1 || object.hash !== undefined || object.mt !== undefined) return;
  const slots = Math.floor(limit);
  object.arr = takeSpare(vm, slots + 1);
  object.arr[0] = 0;
  object.ownRest().holes = slots;
}

/** A list with more slots has memory of its own, which is fresh each time the list grows. */
const LARGE = 16_384;

/** `presize` for a loop that appends `count` values: to append behind holes takes longer, which pays for large lists only. */
export function presizeAppended(vm: VM, object: Value, count: number): void {
  if (count > LARGE) presize(vm, object, count);
}

/** The most slots that are kept for another table. */
const LARGEST_SPARE = 1_000_000;
/** Longer lists grow as engines grow any array, by half. */
const LONGEST_DOUBLED = 262_144;

/**
 * Weighs a table that is about to grow beyond an array part of `length` slots, a power of two. A large list gets another array part then,
 * with room for twice as many.
 */
export function enlarge(vm: VM, table: LuaTable, length: number): void {
  watch(vm, table, length);
  const { arr } = table;
  const { spares } = vm;
  if (length < LARGE || length > LONGEST_DOUBLED || spares === undefined || hasDoubles(arr)) return;
  const size = Math.clz32(length);
  const larger = spares[size] ?? new Array<Value>(2 * length);
  spares[size] = undefined;
  for (let slot = 0; slot < length; slot++) larger[slot] = arr[slot];
  // An array keeps its room when half of it stays in use.
  larger.length = length;
  table.arr = larger;
  if (length > LARGE) keep(spares, arr);
}

/** Keeps the array part of a table that nothing knows any more. */
export function giveBack(vm: VM, { arr }: LuaTable): void {
  const { length } = arr;
  if (vm.spares !== undefined && length > FEWEST && length <= LARGEST_SPARE && !hasDoubles(arr))
    keep(vm.spares, arr);
}

function keep(spares: (Value[] | undefined)[], arr: Value[]): void {
  spares[Math.clz32(arr.length - 1)] = arr.fill(undefined);
}

function takeSpare({ spares }: VM, length: number): Value[] {
  const size = Math.clz32(length - 1);
  const spare = spares?.[size];
  if (spare === undefined || spare.length < length) return new Array<Value>(length);
  spares![size] = undefined;
  spare.length = length;
  return spare;
}

/** True for a list of doubles, as far as its ends tell: an array of another kind, which cannot be cleared where it stands. */
const hasDoubles = (arr: readonly Value[]): boolean => isDouble(arr[1]) || isDouble(arr[arr.length - 1]);

const isDouble = (value: Value): boolean => typeof value === "number" && (value | 0) !== value;

/** Gives back the room at the end that the loop did not fill. */
export function fit(object: Value): void {
  if (!(object instanceof LuaTable) || object.rest === undefined) return;
  const { arr, rest } = object;
  if (rest.holes > 0) {
    let { length } = arr;
    while (length > 1 && arr[length - 1] === undefined) length--;
    rest.holes -= arr.length - length;
    if (length < arr.length) arr.length = length;
  }
  if (rest.holes === 0 && rest.hash === undefined) object.rest = undefined;
}
