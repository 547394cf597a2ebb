import type { Json, JsonObject } from "../json.ts";
import type { Run } from "./run-state.ts";
import { type Chain, type Entry, SectionVM } from "./state.ts";

/** What a new chain starts with. */
export interface ChainStart {
  readonly id: string;
  readonly task: string;
  readonly depth: number;
  readonly args: string;
  readonly argv: Json | undefined;
  readonly var: JsonObject;
}

/** A chain that has entered nothing yet (VOC-1). */
export function newChain({ id, task, depth, args, argv, var: variables }: ChainStart): Chain {
  // Field by field: a spread takes V8 longer than all else that begins a run.
  return {
    id,
    task,
    depth,
    args,
    argv,
    var: variables,
    entries: 0,
    children: 0,
    seed: undefined,
    suspended: [],
    entry: undefined,
    called: undefined,
  };
}

/** The chain of the H1 pass and the main walk; the pass takes entry 0 whether it runs or not (H1-05). */
export function mainChain(run: Run): Chain {
  const argv = run.module.argv?.(run.module.contract, run.args);
  return newChain({ id: "0", task: "0", depth: 0, args: run.args, argv, var: new Map() });
}

/** A new entry of a chain with its section VM, which is empty so far (WALK-04). */
export function newEntry(run: Run, chain: Chain, section: string, index: number | undefined): Entry {
  const entry = new SectionEntry(run, chain, section, index);
  chain.seed = undefined;
  chain.entry = entry;
  return entry;
}

class SectionEntry implements Entry {
  readonly run: Run;
  readonly chain: Chain;
  readonly vm: SectionVM;
  readonly id: string;
  readonly section: string;
  readonly index: number | undefined;
  readonly seed: Entry["seed"];
  prose: Entry["prose"] = undefined;
  jump: Entry["jump"] = undefined;
  readVar: Entry["readVar"] = undefined;
  readonly readBacks: Entry["readBacks"] = [];
  answered: Entry["answered"] = undefined;
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
    this.vm = new SectionVM(run, chain, this);
  }
}
