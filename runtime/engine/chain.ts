import type { Json, JsonObject } from "../json.ts";
import { tearDown } from "./entry.ts";
import type { Run } from "./run-state.ts";
import type { Chain, Entry, SectionVM } from "./state.ts";
import type { AbandonReason } from "./task.ts";

/** What a jump, a call or the start of a task costs its section VM in fuel: programs that do nothing else may never end (CAN-01). */
export const HOP_COST = 100;

/** A chain that has entered nothing yet, as the main walk begins; any other is told its place in the run (VOC-1). */
export function newChain(args: string, argv: Json | undefined, variables: JsonObject): Chain {
  return {
    id: "0",
    task: "0",
    depth: 0,
    args,
    argv,
    var: variables,
    entries: 0,
    children: 0,
    seed: undefined,
    suspended: [],
    section: "",
    entry: undefined,
    called: undefined,
    tasks: undefined,
  };
}

/** The chain of the H1 pass and the main walk; the pass takes entry 0 whether it runs or not (H1-05). */
export function mainChain({ module, args }: Run): Chain {
  return newChain(args, module.argv?.(module.contract, args), new Map());
}

/** Closes what a chain that is stopped has open, innermost first: what each chain owns, then its section VM (SCH-14). */
export function closeChain(chain: Chain, reason: AbandonReason): void {
  if (chain.called !== undefined) closeChain(chain.called, reason);
  chain.tasks?.abandon(reason);
  if (chain.entry !== undefined) tearDown(chain.entry);
}

/** A new entry of a chain, which has no section VM so far (WALK-04). */
export function newEntry(run: Run, chain: Chain, section: string, index: number | undefined): Entry {
  const { id, entries, seed } = chain;
  const entry: Entry = {
    run,
    chain,
    vm: undefined as unknown as SectionVM,
    id: `${id}.${index === undefined ? 0 : entries}`,
    section,
    index,
    seed,
    prose: undefined,
    jump: undefined,
    readBacks: [],
  };
  chain.entries = entries + 1;
  chain.seed = undefined;
  chain.section = section;
  chain.entry = entry;
  return entry;
}
