import { checkNumber } from "../arguments.ts";
import { float, integer, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.abs(x)`: the magnitude, subtype kept; that of the smallest integer wraps (LIB-71). */
export function mathAbs(_vm: VM): LuaFunction {
  return abs;
}

function abs(x: Value): Result {
  if (typeof x === "number") return x < 0 ? -x : x;
  if (typeof x === "bigint") return x < 0n ? integer(-x) : x;
  // A numeric string counts as a float.
  return float(Math.abs(toDouble(checkNumber(x, 1, arguments.length))));
}
