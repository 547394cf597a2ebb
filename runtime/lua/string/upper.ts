import { checkString } from "../arguments.ts";
import { spend } from "../fuel.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `string.upper(s)`: changes ASCII letters only (LIB-10). */
export function stringUpper(vm: VM): LuaFunction {
  return function upper(value: Value): Result {
    const text = checkString(value, 1, arguments.length);
    spend(vm, text.length >> 6);
    // JavaScript would also change the letters of Latin-1.
    return /[\x80-\xff]/.test(text)
      ? text.replace(/[a-z]+/g, (run) => run.toUpperCase())
      : text.toUpperCase();
  };
}
