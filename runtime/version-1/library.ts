import { returnFailure } from "../engine/failure.ts";
import { LOADING } from "../engine/jump.ts";
import type { Chunk } from "../engine/module.ts";
import { isScalar } from "../engine/returns.ts";
import type { Entry } from "../engine/state.ts";
import type { ChainSteps } from "../engine/walk.ts";
import { first, TailCall } from "../lua/call.ts";
import type { Region } from "../lua/region.ts";
import { hostType } from "../lua/type-name.ts";
import { luaFailure } from "./failure.ts";

/** Loads the shared library into the VM of a section entry; the H1 pass has none (V1-46, V1-74). */
export function loadLibrary(entry: Entry, region: Region, chunk: Chunk): ChainSteps<void> | undefined {
  return entry.index === undefined ? undefined : load(entry, region, chunk);
}

function* load(entry: Entry, region: Region, chunk: Chunk): ChainSteps<void> {
  const { vm, chain, run } = entry;
  chain.barred = LOADING;
  try {
    const result = yield* chunk(vm, vm.globals);
    const value = first(result instanceof TailCall ? yield* result.settleSteps(result) : result);
    if (!isScalar(value)) throw returnFailure(entry, hostType(value));
  } catch (thrown) {
    const failure = luaFailure(entry, region, thrown);
    if (failure !== run.stopping) run.emit("lua_shared_load_failed", entry);
    throw failure;
  }
  chain.barred = undefined;
}
