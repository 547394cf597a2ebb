import { checkNumber } from "../arguments.ts";
import { float, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.sin(x)`: the sine of x radians, a float (LIB-71). */
export function mathSin(_vm: VM): LuaFunction {
  return sin;
}

function sin(x: Value): Result {
  return float(Math.sin(toDouble(checkNumber(x, 1, arguments.length))));
}
