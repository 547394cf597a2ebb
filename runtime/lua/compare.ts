import { callSteps, first } from "./call.ts";
import { crossing, runtimeError } from "./error.ts";
import { spend } from "./fuel.ts";
import { LONG } from "./long-string.ts";
import { isNumber, LuaFloat } from "./number.ts";
import { operate, operatorMethod } from "./operator.ts";
import { LuaTable } from "./table.ts";
import { typeName } from "./type-name.ts";
import { type LuaFunction, Userdata, type Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** `a == b` without metamethods: numbers by exact value whatever their subtype (manual §3.4.4). */
export function rawEqual(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (typeof a === "bigint") return typeof b === "number" && a <= b && a >= b;
  if (typeof b === "bigint") return typeof a === "number" && a <= b && a >= b;
  if (a instanceof LuaFloat) return a.n === (b instanceof LuaFloat ? b.n : b);
  return b instanceof LuaFloat && a === b.n;
}

/** `a == b`; `__eq` only for two tables or two userdata that are not the same (META-01). */
export function eq(vm: VM, a: Value, b: Value): boolean {
  if (typeof a === "number" && typeof b === "number") return a === b;
  if (typeof a === "string") return equalText(vm, a, b);
  if (rawEqual(a, b)) return true;
  const method = equalityMethod(vm, a, b);
  return method !== undefined && isTrue(operate(method, a, b));
}

/** `a < b`: numbers by exact value, strings by their bytes, else `__lt`. */
export function lt(vm: VM, a: Value, b: Value): boolean {
  if (typeof a === "number" && typeof b === "number") return a < b;
  if (areOrdered(vm, a, b)) return plain(a) < plain(b);
  return isTrue(operate(orderMethod(vm, "__lt", a, b), a, b));
}

/** `a <= b`, else `__le`. */
export function le(vm: VM, a: Value, b: Value): boolean {
  if (typeof a === "number" && typeof b === "number") return a <= b;
  if (areOrdered(vm, a, b)) return plain(a) <= plain(b);
  return isTrue(operate(orderMethod(vm, "__le", a, b), a, b));
}

/** `eq` where `__eq` may suspend. */
export function* eqSteps(vm: VM, a: Value, b: Value): Generator<unknown, boolean, Value> {
  if (typeof a === "string") return equalText(vm, a, b);
  if (rawEqual(a, b)) return true;
  const method = equalityMethod(vm, a, b);
  return method !== undefined && isTrue(first(yield* callSteps(vm, method, a, b)));
}

/** `lt` where `__lt` may suspend. */
export function* ltSteps(vm: VM, a: Value, b: Value): Generator<unknown, boolean, Value> {
  if (areOrdered(vm, a, b)) return plain(a) < plain(b);
  return isTrue(first(yield* callSteps(vm, orderMethod(vm, "__lt", a, b), a, b)));
}

/** `le` where `__le` may suspend. */
export function* leSteps(vm: VM, a: Value, b: Value): Generator<unknown, boolean, Value> {
  if (areOrdered(vm, a, b)) return plain(a) <= plain(b);
  return isTrue(first(yield* callSteps(vm, orderMethod(vm, "__le", a, b), a, b)));
}

/** `lt` for a library function: what cannot be compared raises without a position. */
export function comesBefore(vm: VM, a: Value, b: Value): boolean {
  if (typeof a === "number" && typeof b === "number") return a < b;
  spend(vm);
  try {
    return lt(vm, a, b);
  } catch (thrown) {
    throw crossing(vm, thrown);
  }
}

function equalText(vm: VM, a: string, b: Value): boolean {
  if (a.length > LONG) spend(vm, a.length >> 6);
  return a === b;
}

function equalityMethod(vm: VM, a: Value, b: Value): LuaFunction | undefined {
  const comparable =
    (a instanceof LuaTable && b instanceof LuaTable) || (a instanceof Userdata && b instanceof Userdata);
  return comparable ? operatorMethod(vm, "__eq", a, b) : undefined;
}

function orderMethod(vm: VM, event: string, a: Value, b: Value): LuaFunction {
  const method = operatorMethod(vm, event, a, b);
  if (method !== undefined) return method;
  const left = typeName(vm, a);
  const right = typeName(vm, b);
  throw runtimeError(
    left === right ? `attempt to compare two ${left} values` : `attempt to compare ${left} with ${right}`,
  );
}

function areOrdered(vm: VM, a: Value, b: Value): boolean {
  if (typeof a !== "string") return isNumber(a) && isNumber(b);
  if (a.length > LONG) spend(vm, a.length >> 6);
  return typeof b === "string";
}

/** An operand for JavaScript's `<`, which compares numbers with bigints exactly. */
function plain(value: Value): number {
  return value instanceof LuaFloat ? value.n : (value as number);
}

function isTrue(value: Value): boolean {
  return value !== undefined && value !== false;
}

/** `a > b`, evaluated as `b < a`. */
export function gt(vm: VM, a: Value, b: Value): boolean {
  return lt(vm, b, a);
}

/** `a >= b`, evaluated as `b <= a`. */
export function ge(vm: VM, a: Value, b: Value): boolean {
  return le(vm, b, a);
}
