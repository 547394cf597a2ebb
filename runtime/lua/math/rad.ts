import { checkNumber } from "../arguments.ts";
import { float, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.rad(x)`: x degrees in radians, a float (LIB-71). */
export function mathRad(_vm: VM): LuaFunction {
  return rad;
}

function rad(x: Value): Result {
  return float(toDouble(checkNumber(x, 1, arguments.length)) * (Math.PI / 180));
}
