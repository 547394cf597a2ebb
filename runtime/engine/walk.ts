import type { Region } from "../lua/region.ts";
import type { Value } from "../lua/value.ts";
import { runBlock } from "./block.ts";
import { newEntry } from "./chain.ts";
import { setUp, tearDown } from "./entry.ts";
import { blockFailure, blockReturnFailure } from "./failure.ts";
import type { Chunk, Ending, Returned, Template } from "./module.ts";
import type { Run } from "./run-state.ts";
import type { Chain, Entry } from "./state.ts";

/** Code of a chain: yields what its driver understands. */
export type ChainSteps<Outcome> = Generator<unknown, Outcome, Value>;

/**
 * Walks a chain from a section until something is returned or its slice and all suspended levels are exhausted
 * (WALK-01 to WALK-06, CHILD-01 to CHILD-05). Gives the returned text as a byte string; throws a `Failure` or a `Stop`.
 */
export function* walk(run: Run, chain: Chain, start: number | undefined): ChainSteps<string | undefined> {
  let next = start;
  while (next !== undefined) {
    const ending = yield* enter(run, chain, next);
    if (typeof ending === "object") return ending.text;
    next = ending ?? chain.suspended.pop();
  }
  return undefined;
}

/** The H1 pass and the walk behind it (H1-01 to H1-09). Gives the returned text; undefined when nothing was returned. */
export function* mainWalk(run: Run, chain: Chain): ChainSteps<string | undefined> {
  const { h1, entry } = run.module;
  if (h1 === undefined) chain.entries = 1;
  const ending = h1 === undefined ? undefined : yield* enter(run, chain, undefined);
  run.claims?.release(chain);
  return typeof ending === "object" ? ending.text : yield* walk(run, chain, ending ?? entry);
}

/** Runs one block of a section entry, with its pending prose (RUN-07, SUB-05). See `runBlock`. */
export function block(
  entry: Entry,
  region: Region,
  chunk: Chunk,
  template: Template = [],
): ChainSteps<Ending | undefined> {
  entry.prose = { template };
  return runBlock(entry, region, chunk, blockFailure, blockReturnFailure);
}

/**
 * One run through a section, or with no index through the H1 body, from its VM's set-up to its tear-down. Gives what was returned, or
 * the section that follows by fall-through or by a jump; undefined at the end of the slice.
 */
export function* enter(
  run: Run,
  chain: Chain,
  index: number | undefined,
): ChainSteps<Returned | number | undefined> {
  const { h1, sections, title } = run.module;
  const section = index === undefined ? undefined : sections[index]!;
  run.check();
  const entry = newEntry(run, chain, section?.name ?? title, index);
  if (section !== undefined) run.emit("section_started", entry);
  let ending: Ending | number | undefined;
  try {
    yield* setUp(entry);
    ending = yield* (section?.run ?? h1!)(entry);
    for (const readBack of entry.readBacks) readBack(typeof ending === "object");
  } finally {
    tearDown(entry);
  }
  if (section !== undefined) run.emit("section_finished", entry);
  return typeof ending === "function" ? yield* ending(entry) : ending;
}
