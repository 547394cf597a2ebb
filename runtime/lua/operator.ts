import { call, first } from "./call.ts";
import { getMetamethod } from "./metatable.ts";
import type { Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** The metamethod of a binary operation: the first operand's, else the second's (manual §2.4); undefined for neither. */
export function operatorMethod(vm: VM, event: string, a: Value, b: Value): Value {
  const method = getMetamethod(vm, a, event);
  return method === undefined ? getMetamethod(vm, b, event) : method;
}

/** Calls a metamethod with two operands; an operation has exactly one result. */
export function operate(vm: VM, method: Value, a: Value, b: Value): Value {
  return first(typeof method === "function" ? method(a, b) : call(vm, method, a, b));
}
