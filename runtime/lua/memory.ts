import { MemoryError } from "./error.ts";
import { LuaTable } from "./table.ts";
import type { Value } from "./value.ts";
import type { VM } from "./vm.ts";

export { MemoryError };

/** Refuses a string over the ceiling: call it before a string of `bytes` is made. */
export function reserve(vm: VM, bytes: number): void {
  if (bytes > vm.memoryBytes) throw new MemoryError();
}

/** Weighs a table whenever its array part or hash has grown to a power of two (LIM-02a). */
export function watch(vm: VM, table: LuaTable): void {
  const length = table.arr.length;
  const size = table.hash === undefined ? 0 : table.hash.size;
  const grown = (length > 8 && (length & (length - 1)) === 0) || (size > 8 && (size & (size - 1)) === 0);
  if (grown && weight(table) > vm.memoryBytes) throw new MemoryError();
}

/** Bytes of an entry and of a table header: about what stock Lua takes for both. */
const ENTRY_BYTES = 40;

/** The bytes of a table's entries, of the strings in it, and of the strings in the fields and slots of small tables in it. */
function weight(table: LuaTable): number {
  const { arr, hash } = table;
  let bytes = (arr.length + (hash === undefined ? 0 : hash.size)) * ENTRY_BYTES;
  for (let slot = 1; slot < arr.length; slot++) bytes += heft(arr[slot]);
  if (hash === undefined) return bytes;
  for (const [key, value] of hash) bytes += (typeof key === "string" ? key.length : 0) + heft(value);
  return bytes;
}

/** A table in a table counts its strings when it is a small array: rows of text are what fills a memory. */
const SMALL = 16;

function heft(value: Value): number {
  if (typeof value === "string") return value.length;
  if (!(value instanceof LuaTable)) return 0;
  let bytes = ENTRY_BYTES;
  const slots = Math.min(value.arr.length, SMALL);
  for (let slot = 1; slot < slots; slot++) {
    const inner = value.arr[slot];
    if (typeof inner === "string") bytes += inner.length;
  }
  return bytes;
}
