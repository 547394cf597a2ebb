import { checkAny } from "../arguments.ts";
import { toText } from "../to-text.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `tostring(v)`: its Lua text (NUM-03, ENV-06), or what `__tostring` gives. */
export function baseTostring(vm: VM): LuaFunction {
  return function tostring(value: Value): Result {
    if (value === undefined) checkAny(1, arguments.length);
    return toText(vm, value);
  };
}
