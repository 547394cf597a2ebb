import { checkNumber } from "../arguments.ts";
import { float, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.log(x, base = e)`: the logarithm, a float, exact for powers of the bases 2 and 10 (LIB-71). */
export function mathLog(_vm: VM): LuaFunction {
  return log;
}

function log(x: Value, base: Value): Result {
  const number = toDouble(checkNumber(x, 1, arguments.length));
  if (base === undefined) return float(Math.log(number));
  const given = toDouble(checkNumber(base, 2));
  if (given === 2) return float(Math.log2(number));
  if (given === 10) return float(Math.log10(number));
  return float(Math.log(number) / Math.log(given));
}
