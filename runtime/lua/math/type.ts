import { checkAny } from "../arguments.ts";
import { isFloat, isInteger } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.type(v)`: `integer`, `float`, or nil for a value that is no number (LIB-71). */
export function mathType(_vm: VM): LuaFunction {
  return type;
}

function type(value: Value): Result {
  if (value === undefined) checkAny(1, arguments.length);
  return isInteger(value) ? "integer" : isFloat(value) ? "float" : undefined;
}
