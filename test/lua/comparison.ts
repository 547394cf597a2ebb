import fc from "fast-check";
import { agree, normalise } from "./differences.ts";
import type { Generator } from "./generators/generator.ts";
import { type Answering, runProgram } from "./machine.ts";
import type { Oracle } from "./oracle.ts";

/** A program that prints one thing in real Lua and another in ours. */
export interface Disagreement {
  readonly program: string;
  readonly expected: string;
  readonly actual: string;
}

/** How programs are run by both sides. */
export interface Comparer {
  /** Called before our side runs a program. */
  readonly begin: (program: string) => void;
  readonly oracle: Oracle;
  /** True to leave what differs as it was found. */
  readonly keeps?: boolean;
}

/** What one round of programs gave. */
export interface Round {
  /** The number of programs that differ. */
  readonly different: number;
  /** The number of programs that took too long in real Lua. */
  readonly expired: number;
  /** The first that differs, made as small as it gets. */
  readonly smallest: Disagreement | undefined;
}

const LONGEST_SHRINK_MS = 60_000;

/** Runs `count` programs of a generator on both sides; the same seed gives the same programs. */
export async function runRound(
  generator: Generator,
  seed: number,
  count: number,
  comparer: Comparer,
): Promise<Round> {
  const programs = fc.sample(generator.programs, { seed, numRuns: count });
  const outputs = programs.map((program) => comparer.oracle.run(program, generator.differences));
  let different = 0;
  let expired = 0;
  let smallest: Disagreement | undefined;
  for (const [place, program] of programs.entries()) {
    const expected = await outputs[place]!;
    if (expected === "expired") expired++;
    else {
      comparer.begin(program);
      const found = await judge(generator, program, expected);
      if (found !== undefined) {
        different++;
        smallest ??= found;
      }
    }
  }
  if (smallest !== undefined && !comparer.keeps)
    smallest = await shrink(generator, seed, count, comparer, smallest);
  return { different, expired, smallest };
}

/** Compares what real Lua printed for a program with what ours does, but for the known differences. */
export async function judge(
  generator: Generator,
  program: string,
  output: string,
): Promise<Disagreement | undefined> {
  const expected = normalise(output, generator.differences);
  for (const answering of generator.suspends ? (["later", "at once"] as const) : (["later"] as const)) {
    const actual = normalise(await run(program, answering), generator.differences);
    if (!agree(expected, actual, generator.differences)) return { program, expected, actual };
  }
  return undefined;
}

/** A compiler that throws is a difference like any other. */
async function run(program: string, answering: Answering): Promise<string> {
  try {
    return await runProgram(program, answering);
  } catch (error) {
    return `crash: ${error instanceof Error ? error.stack : String(error)}`;
  }
}

async function shrink(
  generator: Generator,
  seed: number,
  numRuns: number,
  comparer: Comparer,
  found: Disagreement,
): Promise<Disagreement> {
  let smallest = found;
  const property = fc.asyncProperty(generator.programs, async (program) => {
    const expected = await comparer.oracle.run(program, generator.differences);
    if (expected === "expired") return true;
    comparer.begin(program);
    const difference = await judge(generator, program, expected);
    if (difference !== undefined && difference.program.length <= smallest.program.length)
      smallest = difference;
    return difference === undefined;
  });
  await fc.check(property, { seed, numRuns, interruptAfterTimeLimit: LONGEST_SHRINK_MS });
  return smallest;
}
