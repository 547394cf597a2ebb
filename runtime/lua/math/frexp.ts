import { checkNumber } from "../arguments.ts";
import { float, toDouble } from "../number.ts";
import { scale } from "../scale.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.frexp(x)`: m and e with x = m × 2^e, m a float of magnitude 0.5 to below 1 or zero, e an integer (LUA-04). */
export function mathFrexp(_vm: VM): LuaFunction {
  return frexp;
}

function frexp(x: Value): Result {
  const number = toDouble(checkNumber(x, 1, arguments.length));
  if (number === 0 || !Number.isFinite(number)) return [float(number), 0];
  // The logarithm may be off by one near a power of two.
  let exponent = Math.floor(Math.log2(Math.abs(number))) + 1;
  let mantissa = scale(number, -exponent);
  for (; Math.abs(mantissa) >= 1; exponent++) mantissa /= 2;
  for (; Math.abs(mantissa) < 0.5; exponent--) mantissa *= 2;
  return [float(mantissa), exponent];
}
