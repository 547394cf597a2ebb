import { call, first } from "./call.ts";
import { type LuaError, luaError, visible } from "./error.ts";
import type { Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** The message handler of an `xpcall` (ERR-11). */
export class MessageHandler {
  readonly callee: Value;

  constructor(callee: Value) {
    this.callee = callee;
  }

  /** Shows the handler an error whose message is complete, once; what it gives takes the place of the value. */
  handle(vm: VM, error: LuaError): void {
    if (error.handled) return;
    const { handler } = vm;
    const seen = visible(vm, error);
    error.handled = true;
    vm.handler = undefined;
    try {
      error.value = first(call(vm, this.callee, seen));
    } catch (thrown) {
      if (luaError(thrown) === undefined) throw thrown;
      error.value = "error in error handling";
    } finally {
      vm.handler = handler;
    }
  }
}
