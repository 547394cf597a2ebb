import { callSteps, first } from "./call.ts";
import { runtimeError } from "./error.ts";
import { made } from "./memory.ts";
import { operate, operatorMethod } from "./operator.ts";
import { typeName } from "./type-name.ts";
import type { LuaFunction, Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** `a .. b` (manual §3.4.6): strings and numbers join, else `__concat`. */
export function concat(vm: VM, a: Value, b: Value): Value {
  if (typeof a === "string" && typeof b === "string") return join(vm, a, b);
  const left = textOf(vm, a);
  const right = textOf(vm, b);
  if (left !== undefined && right !== undefined) return join(vm, left, right);
  return operate(concatMethod(vm, a, b), a, b);
}

/** `concat` where `__concat` may suspend. */
export function* concatSteps(vm: VM, a: Value, b: Value): Generator<unknown, Value, Value> {
  const left = textOf(vm, a);
  const right = textOf(vm, b);
  if (left !== undefined && right !== undefined) return join(vm, left, right);
  return first(yield* callSteps(vm, concatMethod(vm, a, b), a, b));
}

function join(vm: VM, left: string, right: string): string {
  const length = left.length + right.length;
  if (length > 1024 || length > vm.memoryBytes) made(vm, length);
  return left + right;
}

function textOf(vm: VM, value: Value): string | undefined {
  return typeof value === "string" ? value : vm.numberText?.(value);
}

function concatMethod(vm: VM, a: Value, b: Value): LuaFunction {
  const method = operatorMethod(vm, "__concat", a, b);
  if (method !== undefined) return method;
  const operand = textOf(vm, a) === undefined ? 0 : 1;
  throw runtimeError(`attempt to concatenate a ${typeName(vm, operand === 0 ? a : b)} value`, operand);
}
