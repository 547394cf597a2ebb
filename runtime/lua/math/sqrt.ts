import { checkNumber } from "../arguments.ts";
import { float, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.sqrt(x)`: the square root of x, a float (LIB-71). */
export function mathSqrt(_vm: VM): LuaFunction {
  return sqrt;
}

function sqrt(x: Value): Result {
  return float(Math.sqrt(toDouble(checkNumber(x, 1, arguments.length))));
}
