import { checkNumber } from "../arguments.ts";
import { argumentError } from "../error.ts";
import { float, integer, isInteger, toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.fmod(x, y)`: the remainder that rounds towards zero; an integer for two integers (LIB-71). */
export function mathFmod(_vm: VM): LuaFunction {
  return fmod;
}

function fmod(x: Value, y: Value): Result {
  if (isInteger(x) && isInteger(y)) {
    if (y === 0) throw argumentError(2, "zero");
    return typeof x === "number" && typeof y === "number" ? (x % y) + 0 : integer(BigInt(x) % BigInt(y));
  }
  const dividend = toDouble(checkNumber(x, 1, arguments.length));
  return float(dividend % toDouble(checkNumber(y, 2, arguments.length)));
}
