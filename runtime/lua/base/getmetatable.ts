import { checkAny } from "../arguments.ts";
import { getMetamethod, getMetatable } from "../metatable.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `getmetatable(value)`: the metatable, its `__metatable` field, or nil. */
export function baseGetmetatable(vm: VM): LuaFunction {
  return function getmetatable(value: Value): Result {
    const metatable = getMetatable(vm, value);
    if (metatable === undefined) {
      checkAny(1, arguments.length);
      return undefined;
    }
    const shown = getMetamethod(vm, value, "__metatable");
    return shown === undefined ? metatable : shown;
  };
}
