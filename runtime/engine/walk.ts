import { first, settleSteps, TailCall } from "../lua/call.ts";
import { Stop } from "../lua/fuel.ts";
import type { Region } from "../lua/region.ts";
import { hostType } from "../lua/type-name.ts";
import type { Value } from "../lua/value.ts";
import { newEntry } from "./chain.ts";
import { readBack, setUp, tearDown } from "./entry.ts";
import { blockFailure, closingFailure, returnFailure } from "./failure.ts";
import type { Chunk, Ending, H1Module, Template } from "./module.ts";
import { nextCall } from "./origin.ts";
import { isScalar, scalarText } from "./returns.ts";
import type { Run } from "./run-state.ts";
import type { Chain, Entry } from "./state.ts";

/** Code of a chain: yields what its driver understands. */
export type ChainSteps<Outcome> = Generator<unknown, Outcome, Value>;

/**
 * Walks a chain from a section until something is returned or its slice and all suspended levels are exhausted
 * (WALK-01 to WALK-06, CHILD-01 to CHILD-05). Gives the returned text as a byte string; throws a `Failure` or a `Stop`.
 */
export function* walk(run: Run, chain: Chain, start: number): ChainSteps<string | undefined> {
  let next: number | undefined = start;
  while (next !== undefined) {
    const ending: Closed<number | undefined> = yield* enterSection(run, chain, next);
    if (typeof ending !== "object") next = ending ?? chain.suspended.pop();
    else if (ending.kind === "return") return ending.text;
    else next = ending.target;
  }
  return undefined;
}

/** The H1 pass and the walk behind it (H1-01 to H1-09). Gives the returned text; undefined when nothing was returned. */
export function* mainWalk(run: Run, chain: Chain): ChainSteps<string | undefined> {
  const { h1, entry: start } = run.module;
  if (h1 === undefined) chain.entries = 1;
  const ending = h1 === undefined ? undefined : yield* enterH1(run, chain, h1);
  if (ending?.kind === "return") return ending.text;
  const next = ending === undefined ? start : ending.target;
  return next === undefined ? undefined : yield* walk(run, chain, next);
}

/**
 * Runs one block of a section entry (RUN-07). Gives undefined when the section goes on, else how it ends: by a scalar return, or by
 * the jump that the block recorded, which wins over everything but a stop (JUMP-02).
 */
export function* block(
  entry: Entry,
  region: Region,
  chunk: Chunk,
  template: Template = [],
): ChainSteps<Ending | undefined> {
  const { run, vm } = entry;
  run.emit("lua_chunk_started", entry);
  entry.prose = { template, rendered: undefined };
  nextCall(entry);
  let value: Value;
  try {
    const result = yield* chunk(vm, vm.globals);
    value = first(result instanceof TailCall ? yield* settleSteps(result) : result);
    if (entry.jump === undefined && !isScalar(value)) throw returnFailure(entry, hostType(value));
  } catch (thrown) {
    const failure = blockFailure(entry, region, thrown);
    if (failure instanceof Stop) throw failure;
    if (entry.jump === undefined || failure.isBug) {
      run.emit("lua_chunk_failed", entry);
      throw failure;
    }
  }
  run.check();
  run.emit("lua_chunk_succeeded", entry);
  if (entry.jump !== undefined) return { kind: "jump", resolve: entry.jump };
  return value === undefined ? undefined : { kind: "return", text: scalarText(value) };
}

/** How an entry has ended once it is closed: by fall-through, by a return, or by a jump whose target is known. */
type Closed<Next> =
  | Next
  | { readonly kind: "return"; readonly text: string }
  | { readonly kind: "jump"; readonly target: number };

function* enterSection(run: Run, chain: Chain, index: number): ChainSteps<Closed<number | undefined>> {
  const section = run.module.sections[index]!;
  run.check();
  const entry = newEntry(run, chain, section.name, index);
  run.emit("section_started", entry);
  let ending: Ending | number | undefined;
  try {
    setUp(entry);
    ending = yield* section.run(entry);
    readBack(entry);
  } catch (thrown) {
    tearDown(entry);
    throw thrown;
  }
  tearDown(entry);
  run.emit("section_finished", entry);
  return typeof ending === "object" ? resolved(entry, ending) : ending;
}

function* enterH1(run: Run, chain: Chain, h1: H1Module): ChainSteps<Closed<undefined>> {
  run.check();
  const entry = newEntry(run, chain, run.module.title, undefined);
  let ending: Ending | undefined;
  try {
    setUp(entry);
    ending = yield* h1(entry);
    readBack(entry);
    if (ending?.kind !== "return") readArgv(entry);
  } catch (thrown) {
    tearDown(entry);
    throw thrown;
  }
  tearDown(entry);
  return ending === undefined ? undefined : resolved(entry, ending);
}

/** ARG-43. */
function readArgv(entry: Entry): void {
  if (entry.readArgv === undefined) return;
  try {
    entry.chain.argv = entry.readArgv();
  } catch (thrown) {
    throw closingFailure(entry, thrown);
  }
}

/** Looks the target of a jump up, now that its section has closed (JUMP-10). */
function resolved(entry: Entry, ending: Ending): Closed<never> {
  if (ending.kind === "return") return ending;
  try {
    return { kind: "jump", target: ending.resolve(entry) };
  } catch (thrown) {
    throw closingFailure(entry, thrown);
  }
}
