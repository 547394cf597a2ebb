import { checkPosition, optionalPosition } from "../arguments.ts";
import { argumentError } from "../error.ts";
import { reserve } from "../memory.ts";
import { LuaTable } from "../table.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** The bytes that stock Lua 5.5 reserves per element. */
const SLOT_BYTES = 9;

/** `table.create(n, m = 0)`: an empty table; room for n elements is only checked against the ceiling (LIB-32). */
export function tableCreate(vm: VM): LuaFunction {
  return function create(elements: Value, fields: Value): Result {
    const total = checkRange(checkPosition(elements, 1, arguments.length), 1);
    const others = checkRange(optionalPosition(fields, 0, 2), 2);
    reserve(vm, (total + others) * SLOT_BYTES);
    return new LuaTable();
  };
}

function checkRange(size: number, index: number): number {
  if (size < 0 || size > 0x7fffffff) throw argumentError(index, "out of range");
  return size;
}
