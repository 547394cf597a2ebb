import { checkNumber } from "../arguments.ts";
import { float, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.acos(x)`: the arc cosine of x in radians, a float (LIB-71). */
export function mathAcos(_vm: VM): LuaFunction {
  return acos;
}

function acos(x: Value): Result {
  return float(Math.acos(toDouble(checkNumber(x, 1, arguments.length))));
}
