import { checkNumber } from "../arguments.ts";
import { float, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.exp(x)`: e to the power of x, a float (LIB-71). */
export function mathExp(_vm: VM): LuaFunction {
  return exp;
}

function exp(x: Value): Result {
  return float(Math.exp(toDouble(checkNumber(x, 1, arguments.length))));
}
