import { checkFunction } from "../arguments.ts";
import { MessageHandler } from "../message-handler.ts";
import { protectedCall, protectedSteps } from "../protected-call.ts";
import type { LuaFunction, Result, Steps, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `xpcall(f, handler, …)`: like `pcall`; the handler sees the error where it was raised (ERR-11). */
export function baseXpcall(vm: VM): LuaFunction {
  const xpcall: LuaFunction = function (callee: Value, handler: Value, ...values: Value[]): Result {
    checkFunction(handler, 2, arguments.length);
    return protectedCall(vm, callee, values, new MessageHandler(handler));
  };
  xpcall.g = function (callee: Value, handler: Value, ...values: Value[]): Steps {
    checkFunction(handler, 2, arguments.length);
    return protectedSteps(vm, callee, values, new MessageHandler(handler));
  };
  return xpcall;
}
