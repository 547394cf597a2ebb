import { checkAny } from "../arguments.ts";
import { LuaError } from "../error.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `assert(v, message, …)`: all its arguments, or the message as an error; a string one gets the caller's position. */
export function baseAssert(_vm: VM): LuaFunction {
  return assert;
}

const assert: LuaFunction = /* @__PURE__ */ Object.assign((...values: Value[]) => asserted(values), {
  all: asserted,
});

function asserted(values: readonly Value[]): Result {
  const [value, message] = values;
  if (value !== undefined && value !== false) return values.length === 1 ? value : values;
  checkAny(1, values.length);
  const thrown = values.length === 1 ? "assertion failed!" : message;
  throw new LuaError(thrown, typeof thrown === "string" ? 1 : 0);
}
