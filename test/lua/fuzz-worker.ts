import { ftruncateSync, openSync, writeSync } from "node:fs";
import { type Disagreement, runRound } from "./comparison.ts";
import { generators } from "./generators/list.ts";
import { startOracle } from "./oracle.ts";

/** What a worker is asked to do: a part of the programs of one generator. */
export interface Order {
  readonly generator: string;
  readonly seed: number;
  readonly count: number;
  /** True to end at the first difference and leave it as it was found. */
  readonly first: boolean;
  /** The path of `oracle.lua`. */
  readonly script: string;
  /** Where the worker writes the program that it runs, for the case that it never comes back. */
  readonly current: string;
}

/** What a worker reports after each round. */
export interface Report {
  readonly programs: number;
  readonly different: number;
  readonly expired: number;
  readonly smallest: Disagreement | undefined;
}

const ROUND = 50;

/** The child process: compares in rounds, each with a seed of its own, and reports over IPC. */
export async function work(order: Order): Promise<void> {
  const generator = generators.find(({ name }) => name === order.generator)!;
  const current = openSync(order.current, "w");
  const begin = (program: string) => {
    ftruncateSync(current);
    writeSync(current, program, 0, "latin1");
  };
  const oracle = startOracle(order.script);
  for (let done = 0; done < order.count; done += ROUND) {
    const programs = Math.min(ROUND, order.count - done);
    const comparer = { begin, oracle, keeps: order.first };
    const round = await runRound(generator, order.seed + done / ROUND, programs, comparer);
    process.send!({ programs, ...round } satisfies Report);
    if (order.first && round.different > 0) break;
  }
  oracle.end();
}
