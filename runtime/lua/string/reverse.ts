import { checkString } from "../arguments.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `string.reverse(s)`. */
export function stringReverse(_vm: VM): LuaFunction {
  return reverse;
}

function reverse(value: Value): Result {
  return checkString(value, 1, arguments.length).split("").reverse().join("");
}
