import { first } from "../lua/call.ts";
import type { Region } from "../lua/region.ts";
import { runPlain } from "../lua/steps.ts";
import { hostType } from "../lua/type-name.ts";
import { loadFailure, returnFailure } from "./failure.ts";
import type { Chunk } from "./module.ts";
import { isScalar } from "./returns.ts";
import type { Entry } from "./state.ts";

/**
 * Loads the shared library into the VM of an entry, or throws the `Failure` of the load. Top-level library code is no coroutine; its
 * scalars are dropped (FMT-54, ENV-30 to ENV-35).
 */
export function loadShared(entry: Entry, region: Region, chunk: Chunk): undefined {
  const { run, vm } = entry;
  vm.cannotYield = "attempt to yield from outside a coroutine";
  entry.loading = true;
  try {
    const value = first(runPlain(vm, chunk(vm, vm.globals)));
    if (!isScalar(value)) throw returnFailure(entry, hostType(value));
  } catch (thrown) {
    const failure = loadFailure(entry, region, thrown);
    if (failure !== run.stopping) run.emit("lua_shared_load_failed", entry);
    throw failure;
  }
  entry.loading = false;
  vm.cannotYield = undefined;
}
