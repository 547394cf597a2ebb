import { checkNumber } from "../arguments.ts";
import { doubleToInteger, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.ceil(x)`: the smallest integer that is not below x, as an integer when 64 bits hold it (LIB-71). */
export function mathCeil(_vm: VM): LuaFunction {
  return ceil;
}

function ceil(x: Value): Result {
  if (typeof x === "bigint") return x;
  // A numeric string counts as a float.
  const rounded = Math.ceil(toDouble(checkNumber(x, 1, arguments.length)));
  // A float too large for an integer is one already, and never a boxed one.
  return doubleToInteger(rounded) ?? rounded;
}
