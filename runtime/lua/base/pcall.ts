import { checkAny } from "../arguments.ts";
import { protectedCall, protectedSteps } from "../protected-call.ts";
import type { LuaFunction, Result, Steps, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `pcall(f, …)`: true and the results of the call, or false and its error value (ERR-10). */
export function basePcall(vm: VM): LuaFunction {
  const pcall: LuaFunction = function (callee: Value, ...values: Value[]): Result {
    if (callee === undefined) checkAny(1, arguments.length);
    return protectedCall(vm, callee, values, undefined);
  };
  pcall.g = function (callee: Value, ...values: Value[]): Steps {
    if (callee === undefined) checkAny(1, arguments.length);
    return protectedSteps(vm, callee, values, undefined);
  };
  return pcall;
}
