import { LuaError } from "./error.ts";
import type { VM } from "./vm.ts";

/** What a suspending call raises where nothing can wait (SUS-02, FMT-54). */
export function yieldRefusal(vm: VM): LuaError {
  return new LuaError(refusalText(vm));
}

/** True for such an error, also for one that was raised before. */
export function isYieldRefusal(vm: VM, error: LuaError): boolean {
  return error.value === refusalText(vm);
}

function refusalText(vm: VM): string {
  return vm.cannotYield ?? "attempt to yield across a C-call boundary";
}
