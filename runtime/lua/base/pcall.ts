import { checkAny } from "../arguments.ts";
import { callSteps } from "../call.ts";
import { LuaError } from "../error.ts";
import { enter, protectedFailure, success } from "../protected-call.ts";
import type { LuaFunction, Result, Steps, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { error, raised } from "./error.ts";

/** `pcall(f, …)`: true and the results of the call, or false and its error value (ERR-10). */
export function basePcall(vm: VM): LuaFunction {
  const pcall: LuaFunction = function (callee: Value, ...values: Value[]): Result {
    if (callee === undefined) checkAny(1, arguments.length);
    const { handler: outer, depth, region, site } = vm;
    vm.region = undefined;
    vm.handler = undefined;
    let given: Result | LuaError;
    try {
      given = callee === error ? raised(values[0], values[1]) : enter(vm, callee, values);
    } catch (thrown) {
      vm.protected = undefined;
      return protectedFailure(vm, thrown, callee, { outer, depth, region, site });
    }
    // An exception costs more than all the rest of the call: an error that can be returned is.
    if (given instanceof LuaError) return protectedFailure(vm, given, callee, { outer, depth, region, site });
    vm.handler = outer;
    return success(given);
  };
  pcall.g = function* (callee: Value, ...values: Value[]): Steps {
    if (callee === undefined) checkAny(1, arguments.length);
    const { handler: outer, depth, region, site } = vm;
    vm.region = undefined;
    vm.handler = undefined;
    let result: Result;
    try {
      result = yield* callSteps(vm, callee, ...values);
    } catch (thrown) {
      return protectedFailure(vm, thrown, callee, { outer, depth, region, site });
    }
    vm.handler = outer;
    return success(result);
  };
  return pcall;
}
