import { checkNumber } from "../arguments.ts";
import { doubleToInteger, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.floor(x)`: the largest integer that is not above x, as an integer when 64 bits hold it (LIB-71). */
export function mathFloor(_vm: VM): LuaFunction {
  return floor;
}

function floor(x: Value): Result {
  if (typeof x === "bigint") return x;
  // A numeric string counts as a float.
  const rounded = Math.floor(toDouble(checkNumber(x, 1, arguments.length)));
  // A float too large for an integer is one already, and never a boxed one.
  return doubleToInteger(rounded) ?? rounded;
}
