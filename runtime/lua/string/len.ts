import { checkString } from "../arguments.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `string.len(s)`: its bytes (LIB-10). */
export function stringLen(vm: VM): LuaFunction {
  return function len(text: Value): Result {
    return checkString(vm, text, 1, arguments.length).length;
  };
}
