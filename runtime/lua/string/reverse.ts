import { checkString } from "../arguments.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `string.reverse(s)`. */
export function stringReverse(_vm: VM): LuaFunction {
  return reverse;
}

function reverse(value: Value): Result {
  const text = checkString(value, 1, arguments.length);
  let reversed = "";
  for (let at = text.length - 1; at >= 0; at--) reversed += text[at];
  return reversed;
}
