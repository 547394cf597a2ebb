import { checkNumber, checkPosition } from "../arguments.ts";
import { float, toDouble } from "../number.ts";
import { scale } from "../scale.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.ldexp(m, e)`: m × 2^e, a float; e must be an integer (LUA-04). */
export function mathLdexp(_vm: VM): LuaFunction {
  return ldexp;
}

function ldexp(m: Value, e: Value): Result {
  const mantissa = toDouble(checkNumber(m, 1, arguments.length));
  return float(scale(mantissa, checkPosition(e, 2, arguments.length)));
}
