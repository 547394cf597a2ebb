import { first, TailCall } from "../lua/call.ts";
import { Stop } from "../lua/fuel.ts";
import type { Region } from "../lua/region.ts";
import { hostType } from "../lua/type-name.ts";
import type { Value } from "../lua/value.ts";
import type { Failure } from "./failure.ts";
import type { Chunk, Ending } from "./module.ts";
import { isScalar, plainText } from "./returns.ts";
import type { Entry } from "./state.ts";

/**
 * Runs one block of a section entry (RUN-07). Gives undefined when the section goes on, else how it ends: by a scalar return, or by
 * the jump that the block recorded, which wins over everything but a stop (JUMP-02). `judge` says what is thrown of what its Lua has thrown,
 * `refuse` of a value of that type, which is no result.
 */
export function* runBlock(
  entry: Entry,
  region: Region,
  chunk: Chunk,
  judge: (entry: Entry, region: Region, thrown: unknown) => Stop | Failure,
  refuse: (entry: Entry, type: string) => Failure,
): Generator<unknown, Ending | undefined, Value> {
  const { run, vm } = entry;
  run.emit("lua_chunk_started", entry);
  entry.answered?.nextCall();
  let value: Value;
  try {
    const result = yield* chunk(vm, vm.globals);
    value = first(result instanceof TailCall ? yield* result.settleSteps(result) : result);
    if (entry.jump === undefined && !isScalar(value)) throw refuse(entry, hostType(value));
  } catch (thrown) {
    const failure = judge(entry, region, thrown);
    if (failure instanceof Stop) throw failure;
    if (entry.jump === undefined || failure.isBug) {
      run.emit("lua_chunk_failed", entry);
      throw failure;
    }
  }
  run.check();
  run.emit("lua_chunk_succeeded", entry);
  if (entry.jump !== undefined) return entry.jump;
  return value === undefined ? undefined : { text: (vm.scalarText ?? plainText)(value) };
}
