import { checkNumber } from "../arguments.ts";
import { float, toDouble } from "../number.ts";
import { power } from "../power.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.log(x, base = e)`: the logarithm, a float, exact for powers of the base (LIB-71). */
export function mathLog(_vm: VM): LuaFunction {
  return log;
}

function log(x: Value, base: Value): Result {
  const number = toDouble(checkNumber(x, 1, arguments.length));
  if (base === undefined) return float(Math.log(number));
  const given = toDouble(checkNumber(base, 2));
  if (given === 2) return float(Math.log2(number));
  if (given === 10) return float(Math.log10(number));
  const quotient = Math.log(number) / Math.log(given);
  // JavaScript's natural logarithm is less exact than C's: it must not spoil the powers of the base.
  const whole = Math.round(quotient);
  return float(power(given, whole) === number ? whole : quotient);
}
