import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { type Disagreement, judge } from "./comparison.ts";
import { normalise } from "./differences.ts";
import type { Generator } from "./generators/generator.ts";
import { generators } from "./generators/list.ts";
import { startOracle } from "./oracle.ts";

/** Programs of one generator with what real Lua printed for them. */
export interface Sample {
  /** The interpreter that printed it. */
  readonly lua: string;
  /** The command that recorded it. */
  readonly command: string;
  readonly cases: readonly (readonly [program: string, output: string])[];
}

const SEED = 20_260_101;
const CASES = 20;
const LARGEST_OUTPUT = 4000;

/** Writes a sample for each generator into a folder; needs `lua5.4`. */
export async function recordSamples(folder: string, script: string): Promise<void> {
  const oracle = startOracle(script);
  mkdirSync(folder, { recursive: true });
  for (const generator of generators) {
    const cases: [string, string][] = [];
    for (const program of fc.sample(generator.programs, { seed: SEED, numRuns: 2 * CASES })) {
      const output = await oracle.run(program, generator.differences);
      const isFit = output !== "expired" && output.length < LARGEST_OUTPUT && cases.length < CASES;
      if (isFit) cases.push([program, normalise(output, generator.differences)]);
    }
    const sample: Sample = { lua: await oracle.version, command: "npm run fuzz -- --record", cases };
    writeFileSync(join(folder, `${generator.name}.json`), text(sample));
  }
  oracle.end();
}

/** Reads the sample of a generator from a folder. */
export function readSample(folder: string, generator: Generator): Sample {
  return JSON.parse(readFileSync(join(folder, `${generator.name}.json`), "utf8")) as Sample;
}

/** The cases of a sample that our side does not agree with. */
export async function judgeSample(generator: Generator, sample: Sample): Promise<readonly Disagreement[]> {
  const found: Disagreement[] = [];
  for (const [program, output] of sample.cases) {
    const disagreement = await judge(generator, program, output);
    if (disagreement !== undefined) found.push(disagreement);
  }
  return found;
}

/** JSON in ASCII, a line for each text. */
function text(sample: Sample): string {
  const json = JSON.stringify(sample, undefined, 1);
  const ascii = json.replaceAll(/[\x7f-\xff]/g, (byte) => `\\u00${byte.charCodeAt(0).toString(16)}`);
  return `${ascii}\n`;
}
