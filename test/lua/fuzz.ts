import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Disagreement } from "./comparison.ts";
import { type Order, type Report, work } from "./fuzz-worker.ts";
import { generators } from "./generators/list.ts";
import { recordSamples } from "./sample.ts";

/** The folder of the repository; put in when the tool is bundled. */
declare const repositoryRoot: string;

const usage = `usage: npm run fuzz -- --count N [--seed S] [--first] [--generator NAME]…
       npm run fuzz -- --record
generators: ${generators.map(({ name }) => name).join(" ")}
`;

const script = join(repositoryRoot, "test/lua/oracle.lua");
/** A child process that begins no program for this long hangs. */
const PATIENCE_MS = 90_000;
/** The heap of a child process in MiB. */
const HEAP = 768;
/** How many programs a child process runs at most. */
const PORTION = 2000;
/** How many programs that differ are shown for a generator. */
const SHOWN = 4;

if (process.send !== undefined && process.argv[2]?.startsWith("{")) {
  await work(JSON.parse(process.argv[2]) as Order);
  process.disconnect();
} else {
  process.exitCode = await main(process.argv.slice(2));
}

interface Tally {
  programs: number;
  different: number;
  expired: number;
  readonly shown: Map<string, Disagreement>;
}

/** Runs the command line; gives the exit status: 0, 1 when programs differ, 2 when the command makes no sense. */
async function main(argv: readonly string[]): Promise<number> {
  if (argv.length === 1 && argv[0] === "--record") {
    await recordSamples(join(repositoryRoot, "fixtures/lua"), script);
    return 0;
  }
  const given = parse(argv);
  if (given === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  const { count, seed, first, names } = given;
  const tallies = new Map<string, Tally>();
  const orders = names.flatMap((name) => portions(name, Math.ceil(count / names.length), seed, first));
  process.stdout.write(`seed ${seed}\n`);
  const next = async (): Promise<void> => {
    for (let order = orders.shift(); order !== undefined; order = orders.shift()) {
      const tally = tallies.get(order.generator) ?? {
        programs: 0,
        different: 0,
        expired: 0,
        shown: new Map(),
      };
      tallies.set(order.generator, tally);
      await runPortion(order, tally);
      if (first && tally.different > 0) orders.length = 0;
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, next));
  return report(names, tallies);
}

function parse(argv: readonly string[]) {
  const options = {
    count: { type: "string" },
    seed: { type: "string" },
    first: { type: "boolean", default: false },
    generator: { type: "string", multiple: true },
  } as const;
  try {
    const { values } = parseArgs({ args: [...argv], options });
    const count = Number(values.count);
    const seed = Number(values.seed ?? Date.now() % 0x7fffffff);
    const names = values.generator ?? generators.map(({ name }) => name);
    const known = names.every((name) => generators.some((generator) => generator.name === name));
    return Number.isInteger(count) && count > 0 && Number.isInteger(seed) && known
      ? { count, seed, first: values.first, names }
      : undefined;
  } catch {
    // The usage says more than the message of the parser.
    return undefined;
  }
}

type Portion = Pick<Order, "generator" | "seed" | "count" | "first">;

/** Seeds are far apart, so that no two rounds have the same one. */
function portions(generator: string, count: number, seed: number, first: boolean): Portion[] {
  const result: Portion[] = [];
  for (let done = 0; done < count; done += PORTION) {
    const portion = { seed: (seed + done) | 0, count: Math.min(PORTION, count - done) };
    result.push({ generator, ...portion, first });
  }
  return result;
}

/** Runs a portion in a child process; a child that hangs or crashes is a difference of the program that it was running. */
async function runPortion(portion: Portion, tally: Tally): Promise<void> {
  const cache = join(repositoryRoot, "node_modules/.cache/promptforge");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "fuzz-"));
  const current = join(folder, "current.lua");
  const order: Order = { ...portion, script, current };
  const ending = await runChild(order, (round) => {
    tally.programs += round.programs;
    tally.different += round.different;
    tally.expired += round.expired;
    if (round.smallest !== undefined) show(portion.generator, tally, round.smallest);
  });
  if (ending !== undefined) {
    tally.different++;
    const program = readFileSync(current, "latin1");
    show(portion.generator, tally, { program, expected: "an end", actual: ending });
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Gives undefined when the child did its work, else how it ended. */
function runChild(order: Order, found: (round: Report) => void): Promise<string | undefined> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(order)], {
    execArgv: [`--max-old-space-size=${HEAP}`],
  });
  let hung = false;
  const started = Date.now();
  const timer = setInterval(() => {
    const last = statSync(order.current, { throwIfNoEntry: false })?.mtimeMs ?? started;
    if (Date.now() - last < PATIENCE_MS) return;
    hung = true;
    child.kill("SIGKILL");
  }, 5000);
  child.on("message", (round) => found(round as Report));
  return new Promise((resolve) => {
    child.on("exit", (code, signal) => {
      clearInterval(timer);
      resolve(hung ? "no end" : code === 0 ? undefined : `the process ended (${signal ?? code})`);
    });
  });
}

function show(generator: string, tally: Tally, { program, expected, actual }: Disagreement): void {
  // One bug shows in many programs: what it changes in the output tells bugs apart, nearly.
  const key = `${expected}\n${actual}`.replaceAll(/\d+/g, "0");
  if (tally.shown.has(key) || tally.shown.size >= SHOWN) return;
  tally.shown.set(key, { program, expected, actual });
  const text = `--- ${generator}\n${program}\n--- lua5.4\n${expected}\n--- ours\n${actual}\n---\n`;
  process.stdout.write(Buffer.from(text, "latin1"));
}

function report(names: readonly string[], tallies: ReadonlyMap<string, Tally>): number {
  let programs = 0;
  let different = 0;
  for (const name of names) {
    const tally = tallies.get(name);
    if (tally === undefined) continue;
    programs += tally.programs;
    different += tally.different;
    const expired = tally.expired > 0 ? `, ${tally.expired} expired` : "";
    process.stdout.write(`${name}: ${tally.programs} programs, ${tally.different} different${expired}\n`);
  }
  process.stdout.write(`${programs} programs, ${different} different\n`);
  return different > 0 ? 1 : 0;
}
