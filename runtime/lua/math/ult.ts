import { checkInteger } from "../arguments.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `math.ult(m, n)`: true when m is below n as unsigned 64-bit integers. */
export function mathUlt(_vm: VM): LuaFunction {
  return ult;
}

function ult(m: Value, n: Value): Result {
  const left = checkInteger(m, 1, arguments.length);
  return unsigned(left) < unsigned(checkInteger(n, 2, arguments.length));
}

function unsigned(n: number | bigint): bigint {
  return BigInt.asUintN(64, BigInt(n));
}
