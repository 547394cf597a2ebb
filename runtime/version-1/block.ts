import { runBlock } from "../engine/block.ts";
import { returnFailure } from "../engine/failure.ts";
import type { Chunk, Ending } from "../engine/module.ts";
import type { Entry } from "../engine/state.ts";
import type { ChainSteps } from "../engine/walk.ts";
import type { Region } from "../lua/region.ts";
import { blockFailure1 } from "./failure.ts";
import { readReply } from "./reply.ts";

/** Runs one Lua block of a section entry, or of the H1 body; a section's reply is then what it has left (V1-33, V1-57). */
export function* luaBlock(entry: Entry, region: Region, chunk: Chunk): ChainSteps<Ending | undefined> {
  const ending = yield* runBlock(entry, region, chunk, blockFailure1, returnFailure);
  const failure = entry.run.declarations?.failure?.(region);
  if (failure !== undefined) throw failure;
  if (entry.index !== undefined) readReply(entry);
  return ending;
}
