import { checkPosition } from "../arguments.ts";
import { callAll, EMPTY, first, result } from "../call.ts";
import { argumentError } from "../error.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `select(n, …)`: the arguments from the n-th on, counted from the end when negative; `select('#', …)`: their number. */
export function baseSelect(_vm: VM): LuaFunction {
  return select;
}

const select: LuaFunction = /* @__PURE__ */ Object.assign(
  function select(position: Value, ...values: Value[]): Result {
    return position === "#" ? values.length : selected(position, values, arguments.length);
  },
  {
    all: ([position, ...values]: readonly Value[]): Result =>
      position === "#" ? values.length : selected(position, values, values.length + 1),
  },
);

/** The first result of `callee(position, …)`, where `callee` most likely is `select`. */
export function selectOne(callee: LuaFunction, position: Value, values: readonly Value[]): Value {
  if (callee === select) {
    if (position === "#") return values.length;
    if (typeof position === "number" && position > 0 && Number.isInteger(position))
      return values[position - 1];
  }
  return first(callAll(callee, [position, ...values]));
}

function selected(position: Value, values: readonly Value[], count: number): Result {
  const given = checkPosition(position, 1, count);
  const start = given < 0 ? values.length + given : given - 1;
  if (start < 0) throw argumentError(1, "index out of range");
  if (start === values.length - 1) return values[start];
  return start >= values.length ? EMPTY : result(values.slice(start));
}
