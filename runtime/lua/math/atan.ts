import { checkNumber, optionalNumber } from "../arguments.ts";
import { float, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.atan(y, x = 1)`: the angle of the point (x, y) in radians, a float (LIB-71). */
export function mathAtan(_vm: VM): LuaFunction {
  return atan;
}

function atan(y: Value, x: Value): Result {
  const height = toDouble(checkNumber(y, 1, arguments.length));
  return float(Math.atan2(height, toDouble(optionalNumber(x, 1, 2))));
}
