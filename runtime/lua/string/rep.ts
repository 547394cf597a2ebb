import { checkPosition, checkString, optionalString } from "../arguments.ts";
import { runtimeError } from "../error.ts";
import { made } from "../memory.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `string.rep(s, n, sep = "")` (LIB-15). */
export function stringRep(vm: VM): LuaFunction {
  return function rep(value: Value, times: Value, separator: Value): Result {
    const text = checkString(vm, value, 1, arguments.length);
    const count = checkPosition(times, 2, arguments.length);
    const between = optionalString(vm, separator, "", 3);
    const unit = text.length + between.length;
    if (count < 1 || unit === 0) return "";
    if (unit * count > 0x7fffffff) throw runtimeError("resulting string too large");
    made(vm, unit * count);
    return between === "" ? text.repeat(count) : (text + between).repeat(count - 1) + text;
  };
}
