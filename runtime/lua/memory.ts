import { MemoryError } from "./error.ts";
import { LuaTable } from "./table.ts";
import type { Value } from "./value.ts";
import type { VM } from "./vm.ts";

const ENTRY_BYTES = 40;

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
  if (grown && weight(table, 1) > vm.memoryBytes) throw new MemoryError();
}

/** The bytes of a table's entries and strings, those of the tables in it included down to `depth`. */
function weight(table: LuaTable, depth: number): number {
  let bytes = 0;
  const add = (value: Value): void => {
    bytes += ENTRY_BYTES;
    if (typeof value === "string") bytes += value.length;
    else if (depth > 0 && value instanceof LuaTable) bytes += weight(value, depth - 1);
  };
  for (let slot = 1; slot < table.arr.length; slot++) add(table.arr[slot]);
  for (const key of Object.keys(table.s)) add(table.s[key]);
  table.hash?.forEach((value, key) => {
    add(value);
    if (typeof key === "string") bytes += key.length;
  });
  return bytes;
}
