import { checkNumber } from "../arguments.ts";
import { float, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.asin(x)`: the arc sine of x in radians, a float (LIB-71). */
export function mathAsin(_vm: VM): LuaFunction {
  return asin;
}

function asin(x: Value): Result {
  return float(Math.asin(toDouble(checkNumber(x, 1, arguments.length))));
}
