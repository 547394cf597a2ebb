import { checkFunction } from "../arguments.ts";
import { callSteps } from "../call.ts";
import { LuaError } from "../error.ts";
import { MessageHandler } from "../message-handler.ts";
import { enter, protectedFailure, success } from "../protected-call.ts";
import type { LuaFunction, Result, Steps, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `xpcall(f, handler, …)`: like `pcall`; the handler sees the error where it was raised (ERR-11). */
export function baseXpcall(vm: VM): LuaFunction {
  const xpcall: LuaFunction = function (callee: Value, handler: Value, ...values: Value[]): Result {
    checkFunction(handler, 2, arguments.length);
    const { handler: outer, depth, region, site } = vm;
    vm.region = undefined;
    vm.handler = new MessageHandler(handler);
    let given: Result | LuaError;
    try {
      given = enter(vm, callee, values);
    } catch (thrown) {
      vm.protected = undefined;
      return protectedFailure(vm, thrown, callee, { outer, depth, region, site });
    }
    if (given instanceof LuaError) return protectedFailure(vm, given, callee, { outer, depth, region, site });
    vm.handler = outer;
    return success(given);
  };
  xpcall.g = function* (callee: Value, handler: Value, ...values: Value[]): Steps {
    checkFunction(handler, 2, arguments.length);
    const { handler: outer, depth, region, site } = vm;
    vm.region = undefined;
    vm.handler = new MessageHandler(handler);
    let result: Result;
    try {
      result = yield* callSteps(vm, callee, ...values);
    } catch (thrown) {
      return protectedFailure(vm, thrown, callee, { outer, depth, region, site });
    }
    vm.handler = outer;
    return success(result);
  };
  return xpcall;
}
