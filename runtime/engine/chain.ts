import type { Json, JsonObject } from "../json.ts";
import { tearDown } from "./entry.ts";
import type { Run } from "./run-state.ts";
import type { Chain, Entry, SectionVM } from "./state.ts";
import type { AbandonReason } from "./task.ts";

/** What a jump, a call or the start of a task costs its section VM in fuel: programs that do nothing else may never end (CAN-01). */
export const HOP_COST = 100;

/** What a new chain starts with. */
export interface ChainStart {
  readonly id: string;
  readonly task: string;
  readonly within: Chain["within"];
  readonly depth: number;
  readonly args: string;
  readonly argv: Json | undefined;
  readonly var: JsonObject;
}

/** A chain that has entered nothing yet (VOC-1). */
export function newChain({ id, task, within, depth, args, argv, var: variables }: ChainStart): Chain {
  // Field by field: a spread takes V8 longer than all else that begins a run.
  return {
    id,
    task,
    within,
    depth,
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
    barred: undefined,
  };
}

/** The chain of the H1 pass and the main walk; the pass takes entry 0 whether it runs or not (H1-05). */
export function mainChain(run: Run): Chain {
  const argv = run.module.argv?.(run.module.contract, run.args);
  return newChain({ id: "0", task: "0", within: undefined, depth: 0, args: run.args, argv, var: new Map() });
}

/** Closes what a chain that is stopped has open, innermost first: what each chain owns, then its section VM (SCH-14). */
export function closeChain(chain: Chain, reason: AbandonReason): void {
  if (chain.called !== undefined) closeChain(chain.called, reason);
  chain.tasks?.abandon(reason);
  if (chain.entry !== undefined) tearDown(chain.entry);
}

/** A new entry of a chain with its section VM, which is empty so far (WALK-04). */
export function newEntry(run: Run, chain: Chain, section: string, index: number | undefined): Entry {
  const entry = new SectionEntry(run, chain, section, index);
  chain.seed = undefined;
  chain.section = section;
  chain.entry = entry;
  return entry;
}

class SectionEntry implements Entry {
  readonly run: Run;
  readonly chain: Chain;
  vm = undefined as unknown as SectionVM;
  readonly id: string;
  readonly section: string;
  readonly index: number | undefined;
  readonly seed: Entry["seed"];
  prose: Entry["prose"] = undefined;
  jump: Entry["jump"] = undefined;
  readVar: Entry["readVar"] = undefined;
  readonly readBacks: Entry["readBacks"] = [];
  answered: Entry["answered"] = undefined;
  selection: Entry["selection"] = undefined;
  model: string | undefined = undefined;
  loading = false;

  constructor(run: Run, chain: Chain, section: string, index: number | undefined) {
    this.run = run;
    this.chain = chain;
    this.section = section;
    this.index = index;
    this.id = `${chain.id}.${index === undefined ? 0 : chain.entries}`;
    chain.entries++;
    this.seed = chain.seed;
  }
}
