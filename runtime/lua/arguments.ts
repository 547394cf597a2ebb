import { argumentError, type LuaError } from "./error.ts";
import type { LuaFloat } from "./number.ts";
import { LuaTable } from "./table.ts";
import { toInteger, toNumber } from "./to-number.ts";
import { typeName } from "./type-name.ts";
import type { LuaFunction, Value } from "./value.ts";
import type { VM } from "./vm.ts";

/*
 * Checks of library arguments (LIB-01, LIB-72). `index` is 1-based; `count` is the number of arguments that the call has
 * (`arguments.length`): an argument beyond it is `no value`, without it a missing argument counts as nil.
 */

/** The error `{expected} expected, got {luatype or 'no value'}`. */
export function typeError(value: Value, index: number, expected: string, count = index): LuaError {
  return argumentError(
    index,
    `${expected} expected, got ${index > count ? "no value" : typeName(undefined, value)}`,
  );
}

/** Raises `value expected` for an argument that the call does not have; nil is a value. */
export function checkAny(index: number, count: number): void {
  if (index > count) throw argumentError(index, "value expected");
}

/** An integer, from any number or numeric string that has an integer value (manual §3.4.3). */
export function checkInteger(value: Value, index: number, count = index): number | bigint {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  const converted = toInteger(value);
  if (converted === undefined) throw integerError(value, index, count);
  return converted;
}

/** `checkInteger` with what stands for nil or a missing argument. */
export function optionalInteger(value: Value, fallback: number, index: number): number | bigint {
  return value === undefined ? fallback : checkInteger(value, index);
}

/** An integer as a double: for positions and counts, where a value beyond 2^53 is only ever compared. */
export function checkPosition(value: Value, index: number, count = index): number {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  return Number(checkInteger(value, index, count));
}

/** `checkPosition` with what stands for nil or a missing argument. */
export function optionalPosition(value: Value, fallback: number, index: number): number {
  return value === undefined ? fallback : checkPosition(value, index);
}

/** A number, from a number or a numeric string. */
export function checkNumber(value: Value, index: number, count = index): number | bigint | LuaFloat {
  if (typeof value === "number") return value;
  const converted = toNumber(value);
  if (converted === undefined) throw typeError(value, index, "number", count);
  return converted as number | bigint | LuaFloat;
}

/** `checkNumber` with what stands for nil or a missing argument. */
export function optionalNumber(
  value: Value,
  fallback: number | bigint | LuaFloat,
  index: number,
): number | bigint | LuaFloat {
  return value === undefined ? fallback : checkNumber(value, index);
}

/** A string, from a string or a number (as Lua text). */
export function checkString(vm: VM, value: Value, index: number, count = index): string {
  const text = typeof value === "string" ? value : vm.numberText?.(value);
  if (text !== undefined) return text;
  throw typeError(value, index, "string", count);
}

/** `checkString` with what stands for nil or a missing argument. */
export function optionalString(vm: VM, value: Value, fallback: string, index: number): string {
  return value === undefined ? fallback : checkString(vm, value, index);
}

/** A table. */
export function checkTable(value: Value, index: number, count = index): LuaTable {
  if (value instanceof LuaTable) return value;
  throw typeError(value, index, "table", count);
}

/** A function. */
export function checkFunction(value: Value, index: number, count = index): LuaFunction {
  if (typeof value === "function") return value;
  throw typeError(value, index, "function", count);
}

function integerError(value: Value, index: number, count: number): LuaError {
  if (toNumber(value) === undefined) return typeError(value, index, "number", count);
  return argumentError(index, "number has no integer representation");
}
