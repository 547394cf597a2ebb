import { checkNumber } from "../arguments.ts";
import { doubleToInteger, float, isInteger, LuaFloat, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.modf(x)`: the part before the point, as an integer when 64 bits hold it, and the rest, a float (LIB-71). */
export function mathModf(_vm: VM): LuaFunction {
  return modf;
}

function modf(x: Value): Result {
  if (isInteger(x)) return [x, new LuaFloat(0)];
  const number = toDouble(checkNumber(x, 1, arguments.length));
  const whole = Math.trunc(number);
  return [doubleToInteger(whole) ?? whole, float(whole === number ? 0 : number - whole)];
}
