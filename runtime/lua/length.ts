import { callSteps, first } from "./call.ts";
import { runtimeError } from "./error.ts";
import { spend } from "./fuel.ts";
import { getMetamethod } from "./metatable.ts";
import { handler } from "./operator.ts";
import { LuaTable } from "./table.ts";
import { border } from "./table-write.ts";
import { typeName } from "./type-name.ts";
import type { LuaFunction, Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** `#value` (manual §3.4.7): bytes of a string, `__len`, else the border of a table (META-04). */
export function len(vm: VM, value: Value): Value {
  if (typeof value === "string") return value.length;
  if (value instanceof LuaTable && value.mt === undefined) return borderOf(vm, value);
  const method = lengthMethod(vm, value);
  return method === undefined ? borderOf(vm, value as LuaTable) : first(method(value, value));
}

/** `len` where `__len` may suspend. */
export function* lenSteps(vm: VM, value: Value): Generator<unknown, Value, Value> {
  if (typeof value === "string") return value.length;
  const method = lengthMethod(vm, value);
  return method === undefined
    ? borderOf(vm, value as LuaTable)
    : first(yield* callSteps(vm, method, value, value));
}

/** The border of a table; looking for it behind a hole that was filled spends fuel. */
export function borderOf(vm: VM, table: LuaTable): number {
  const { rest } = table;
  if (rest === undefined || rest.holes === 0) return table.arr.length - 1;
  const from = rest.firstHole;
  const last = border(table);
  spend(vm, (last - from + 1) >> 4);
  return last;
}

/** `__len` of a value; undefined for a table without one, anything else without one has no length. */
function lengthMethod(vm: VM, value: Value): LuaFunction | undefined {
  const method = handler(vm, "__len", getMetamethod(vm, value, "__len"));
  if (method !== undefined || value instanceof LuaTable) return method;
  throw runtimeError(`attempt to get length of a ${typeName(vm, value)} value`, 0);
}
