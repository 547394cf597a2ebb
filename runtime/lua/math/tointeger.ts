import { checkAny } from "../arguments.ts";
import { toInteger } from "../to-number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.tointeger(v)`: the integer equal to a number or numeric string, else nil (LIB-71). */
export function mathTointeger(_vm: VM): LuaFunction {
  return tointeger;
}

function tointeger(value: Value): Result {
  if (value === undefined) checkAny(1, arguments.length);
  return toInteger(value);
}
