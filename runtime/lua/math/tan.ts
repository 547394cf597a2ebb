import { checkNumber } from "../arguments.ts";
import { float, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.tan(x)`: the tangent of x radians, a float (LIB-71). */
export function mathTan(_vm: VM): LuaFunction {
  return tan;
}

function tan(x: Value): Result {
  return float(Math.tan(toDouble(checkNumber(x, 1, arguments.length))));
}
