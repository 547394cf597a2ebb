import { callable, first } from "./call.ts";
import { getMetamethod } from "./metatable.ts";
import type { LuaFunction, Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** What to call for a binary operation: the first operand's metamethod, else the second's (manual §2.4); undefined for neither. */
export function operatorMethod(vm: VM, event: string, a: Value, b: Value): LuaFunction | undefined {
  const method = getMetamethod(vm, a, event);
  return handler(vm, event, method === undefined ? getMetamethod(vm, b, event) : method);
}

/** A metamethod as a function to call, which raises when it is no such thing. */
export function handler(vm: VM, event: string, method: Value): LuaFunction | undefined {
  return method === undefined || typeof method === "function" ? method : callable(vm, method, event);
}

/** Calls a metamethod with two operands; an operation has exactly one result. */
export function operate(method: LuaFunction, a: Value, b: Value): Value {
  return first(method(a, b));
}
