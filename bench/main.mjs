/*
 * `npm run bench` measures compiled Lua against hand-written JavaScript and other implementations of Lua: times, sizes and
 * cold start. Nothing here is a test of time: the exit status is 1 only for a wrong result or a program that did not run.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { build } from "../scripts/build.mjs";
import { compile } from "./compile.mjs";
import { engines, install, reference } from "./engines.mjs";
import { measureProgram } from "./measure.mjs";
import { ownPrograms, readPrograms } from "./programs.mjs";
import { textReport } from "./report.mjs";
import { scale } from "./scale.mjs";
import { summarise } from "./summary.mjs";

const usage = `usage: npm run bench -- [--json FILE] [--programs DIR] [--engines NAME,…] [--quick]
       npm run bench -- scale [--json FILE] [--quick]
       npm run bench -- compile [--json FILE] [--quick]
  --json FILE      also write everything to a file; \`geomean\` by engine name
  --programs DIR   other programs: DIR/*.lua, each with a function bench(n) and the first line \`-- N=…\`
  --engines NAME,… ${engines.map(({ name }) => name).join(", ")}; ${reference} always runs where it is present
  --quick          1 warm-up call and 3 timed ones instead of 2 and 9, fewer starts
`;

const full = { calls: { warmUp: 2, timed: 9 }, starts: 15 };
const quick = { calls: { warmUp: 1, timed: 3 }, starts: 5 };

const words = process.argv.slice(2);
const parts = { scale, compile };
const part = Object.hasOwn(parts, words[0]) ? parts[words[0]] : undefined;
process.exitCode = await (part === undefined ? main(words) : part(words.slice(1)));

async function main(argv) {
  let request;
  try {
    request = await readRequest(argv);
  } catch (error) {
    process.stderr.write(`${error.message}\n${usage}`);
    return 2;
  }
  const { values, programs, chosen } = request;
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  await build();
  const report = await measure(programs, presentEngines(chosen), values.quick ? quick : full);
  const names = engines.map(({ name }) => name).filter((name) => programsOf(report, name));
  process.stdout.write(textReport(report, names));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  return report.failures.length > 0 ? 1 : 0;
}

async function readRequest(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      json: { type: "string" },
      programs: { type: "string", default: ownPrograms },
      engines: { type: "string", default: engines.map(({ name }) => name).join(",") },
      quick: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const wanted = new Set(values.engines.split(","));
  const unknown = [...wanted].filter((name) => !engines.some((engine) => engine.name === name));
  if (unknown.length > 0) throw new Error(`no such engine: ${unknown.join(", ")}`);
  const chosen = engines.filter(({ name }) => wanted.has(name) || name === reference);
  return { values, chosen, programs: await readPrograms(values.programs) };
}

function presentEngines(chosen) {
  if (!install(chosen)) process.stderr.write("fengari and wasmoon could not be installed\n");
  const present = chosen.filter((engine) => engine.present());
  const absent = chosen.filter((engine) => !present.includes(engine));
  for (const { name } of absent) process.stderr.write(`${name} is not here and is left out\n`);
  return present;
}

async function measure(programs, present, { calls, starts }) {
  // These read the built compiler, so they are loaded once it is there.
  const { measureSizes } = await import("./size.mjs");
  const { measureColdStart } = await import("./cold-start.mjs");
  const size = await measureSizes(programs);
  const coldStart = await measureColdStart(present, starts);
  const rows = {};
  for (const program of programs) {
    process.stderr.write(`${program.name} `);
    rows[program.name] = await measureProgram(program, present, calls);
  }
  process.stderr.write("\n");
  return {
    machine: { node: process.version.slice(1), processors: availableParallelism(), load: loadavg()[0] },
    calls,
    reference: present.some(({ name }) => name === reference) ? reference : undefined,
    ...summarise(rows, present, reference),
    programs: Object.fromEntries(programs.map(({ name, n }) => [name, { n, engines: rows[name] }])),
    size,
    coldStart,
  };
}

function programsOf({ programs }, name) {
  return Object.values(programs).some((program) => program.engines[name] !== undefined);
}
