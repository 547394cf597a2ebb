import { MemoryError } from "./error.ts";
import { spend } from "./fuel.ts";
import { GlobalTable, LuaTable } from "./table.ts";
import { set } from "./table-write.ts";
import type { Value } from "./value.ts";
import type { VM } from "./vm.ts";

export { MemoryError };

/** Refuses a string over the ceiling: call it before a string of `bytes` is made. */
export function reserve(vm: VM, bytes: number): void {
  if (bytes > vm.memoryBytes) throw new MemoryError();
}

/** Refuses a string over the ceiling, and spends the fuel that making it and looking at it for the first time take. */
export function made(vm: VM, bytes: number): void {
  reserve(vm, bytes);
  spend(vm, bytes >> 8);
}

/** Weighs a table that has grown to `size` entries, a power of two, in its array part or hash (LIM-02a). */
export function watch(vm: VM, table: LuaTable, size: number): void {
  if (size > 8 && weight(table, size) > vm.memoryBytes) throw new MemoryError();
}

/** `watch` for a table that may just have grown to a power of two. */
export function watchGrowth(vm: VM, table: LuaTable): void {
  const { length } = table.arr;
  if ((length & (length - 1)) === 0) watch(vm, table, length);
  const size = table.hash?.size ?? 0;
  if (size > 0 && (size & (size - 1)) === 0) watch(vm, table, size);
  if (!(table instanceof GlobalTable)) return;
  // The globals are an object with very many names then, which takes its time.
  spend(vm, 8);
  if ((table.added & (table.added - 1)) === 0) watch(vm, table, table.added);
}

/** Raw write of a key that is neither nil nor NaN, weighed when the table has grown by it. */
export function setWeighed(vm: VM, table: LuaTable, key: Value, value: Value): void {
  const size = sizeOf(table);
  set(table, key, value);
  if (sizeOf(table) > size) watchGrowth(vm, table);
}

/** How many entries a table has, those of its fields left out: no program computes their names but for the globals. */
function sizeOf(table: LuaTable): number {
  const { arr, hash } = table;
  return arr.length + (hash?.size ?? 0) + (table instanceof GlobalTable ? table.added : 0);
}

/** Bytes of an entry and of a table header: about what stock Lua takes for both. */
const ENTRY_BYTES = 40;

/** The bytes of a table's entries, of the strings in it, and of the strings in the fields and slots of small tables in it. */
function weight(table: LuaTable, size: number): number {
  const { arr, hash } = table;
  const slots = Math.min(arr.length, Math.max(size, 8));
  let bytes = (slots + (hash?.size ?? 0)) * ENTRY_BYTES;
  for (let slot = 1; slot < slots; slot++) {
    const value = arr[slot];
    if (typeof value === "string" || typeof value === "object") bytes += heft(value);
  }
  if (table instanceof GlobalTable) bytes += fieldsWeight(table);
  if (hash === undefined) return bytes;
  // Not `for … of`, whose pairs are slow until engines have optimised this.
  hash.forEach((value, key) => {
    bytes += (typeof key === "string" ? key.length : 0) + heft(value);
  });
  return bytes;
}

/** The fields of the globals, whose names a program may compute; the fields of any other table stand in its text. */
function fieldsWeight({ s }: GlobalTable): number {
  let bytes = 0;
  for (const key of Object.keys(s)) bytes += ENTRY_BYTES + key.length + heft(s[key]);
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
