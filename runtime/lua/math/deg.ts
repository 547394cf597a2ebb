import { checkNumber } from "../arguments.ts";
import { float, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.deg(x)`: x radians in degrees, a float (LIB-71). */
export function mathDeg(_vm: VM): LuaFunction {
  return deg;
}

function deg(x: Value): Result {
  return float(toDouble(checkNumber(x, 1, arguments.length)) * (180 / Math.PI));
}
