import { checkNumber } from "../arguments.ts";
import { float, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.cos(x)`: the cosine of x radians, a float (LIB-71). */
export function mathCos(_vm: VM): LuaFunction {
  return cos;
}

function cos(x: Value): Result {
  return float(Math.cos(toDouble(checkNumber(x, 1, arguments.length))));
}
