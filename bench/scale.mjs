/*
 * `npm run bench -- scale`: what the engine itself costs, beside a scripted host that answers at once: arms of a large `fanout`, runs
 * that wait, entries of sections, effects. Each figure comes from a process of its own; times are minima of warm rounds,
 * by the clock and of the processors, threads that collect garbage included.
 */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "../scripts/build.mjs";
import { machine, machineText, readOptions } from "./options.mjs";
import { compilePrompt, writeModule } from "./prompt.mjs";
import { median } from "./statistics.mjs";

const usage = `usage: npm run bench -- scale [--json FILE] [--quick]
  --json FILE  also write the figures to a file
  --quick      a tenth of everything, one round
`;

const models = "models:\n  writer: {}\n";

function promptOf(sections, head = "") {
  const body = sections.map(([heading, lua]) => `${heading}\n\n\`\`\`lua\n${lua}\n\`\`\`\n`).join("\n");
  return `---\nname: scale\ndescription: Does one thing often\npromptforge: 0\n${head}---\n\n# Scale\n\n${body}`;
}

const fanout = (arm) =>
  promptOf(
    [
      ["## Main", 'local t = {}\nfor i = 1, tonumber(args) do t[i] = i end\nreturn #fanout("### Arm", t)'],
      ["### Arm", arm],
    ],
    models,
  );

const often = (lua) =>
  promptOf([["## Main", `models.use("writer")\nfor i = 1, tonumber(args) do ${lua} end`]], models);

const asks = 'models.use("writer")\nreturn models.infer("x")';

/** What is measured: the prompt, what is counted, how many of it, and how. */
const measures = [
  { name: "arm that returns", text: fanout("return item"), counts: [1000, 3000, 10000], how: "run" },
  { name: "arm that asks a model", text: fanout(asks), counts: [1000, 3000, 10000], how: "run" },
  { name: "parked run", text: promptOf([["## Main", asks]], models), counts: [1000, 10000], how: "park" },
  {
    name: "section entry",
    text: promptOf(Array.from({ length: 500 }, (_, place) => [`## Section ${place}`, "local x = 1"])),
    counts: [500],
    how: "run",
  },
  {
    name: "`call`",
    text: promptOf([
      ["## Main", 'for i = 1, tonumber(args) do call("### Sub") end'],
      ["### Sub", "return 1"],
    ]),
    counts: [10000],
    how: "run",
  },
  { name: "store effect", text: often('store.exists("x")'), counts: [10000], how: "run" },
  { name: "model effect", text: often('models.infer("x")'), counts: [10000], how: "run" },
];

/** Measures everything and prints it; gives the exit status. */
export async function scale(argv) {
  const { values, status } = readOptions(argv, usage);
  if (values === undefined) return status;
  await build();
  process.stdout.write(machineText(machine()));
  process.stdout.write(`${"".padEnd(24)}   count   µs each  processor   kB each
`);
  const figures = [];
  for (const [place, { name, text, counts, how }] of measures.entries()) {
    const path = await writeModule(`scale-${place}.mjs`, await compilePrompt("scale", text));
    for (const full of counts) {
      const count = values.quick ? full / 10 : full;
      const { microseconds, processor, kilobytes } = await child({
        path,
        count,
        how,
        rounds: values.quick ? 1 : 5,
      });
      figures.push({ name, count, microseconds, processor, kilobytes });
      const row = [
        String(count).padStart(8),
        microseconds.toFixed(1).padStart(10),
        processor.toFixed(1).padStart(11),
        kilobytes.toFixed(2).padStart(10),
      ];
      process.stdout.write(`${name.padEnd(24)}${row.join("")}\n`);
    }
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  return 0;
}

function child(order) {
  const program = spawn(
    process.execPath,
    ["--expose-gc", fileURLToPath(import.meta.url), JSON.stringify(order)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const output = [];
  program.stdout.on("data", (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    program.on("error", reject);
    program.on("close", (status) => {
      if (status === 0) resolve(JSON.parse(Buffer.concat(output).toString()));
      else reject(new Error(`the measuring process ended with status ${status}`));
    });
  });
}

/** In the child: the figures of one measure. The memory is what a run, or a parked one, keeps alive; its log of events is part of it. */
async function measure({ path, count, how, rounds }) {
  const { default: prompt } = await import(pathToFileURL(path).href);
  const round = how === "park" ? park : run;
  for (let warmUp = 0; warmUp < 3; warmUp++) await measureRound(round, prompt, Math.min(count, 1000));
  const figures = [];
  for (let done = 0; done < rounds; done++) figures.push(await measureRound(round, prompt, count));
  return {
    microseconds: Math.min(...figures.map(({ microseconds }) => microseconds)),
    processor: Math.min(...figures.map(({ processor }) => processor)),
    kilobytes: median(figures.map(({ kilobytes }) => kilobytes)),
  };
}

async function measureRound(round, prompt, count) {
  const before = await heap();
  const started = performance.now();
  const used = process.cpuUsage();
  const kept = await round(prompt, count);
  const microseconds = ((performance.now() - started) / count) * 1000;
  const { user, system } = process.cpuUsage(used);
  const kilobytes = ((await heap()) - before) / count / 1000;
  await kept.end();
  return { microseconds, processor: (user + system) / count, kilobytes };
}

async function run(prompt, count) {
  const reply = { result: { text: "y" }, model: "m", finishReason: "stop" };
  const model = { id: "m", context: 131_072, thinking: "switchable", complete: () => reply };
  const begun = prompt.start(String(count), { model });
  const outcome = await begun.outcome;
  if (outcome.status !== "completed") throw outcome.error;
  return { begun, end() {} };
}

async function park(prompt, count) {
  const model = { id: "m", context: 131_072, thinking: "switchable", complete: () => new Promise(() => {}) };
  const runs = Array.from({ length: count }, () => prompt.start("", { model }));
  await new Promise(setImmediate);
  return {
    runs,
    end() {
      for (const begun of runs) begun.cancel();
      return Promise.all(runs.map(({ outcome }) => outcome));
    },
  };
}

/** What is alive, in bytes. */
async function heap() {
  // What an earlier turn of the event loop still held is free in a later one.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(JSON.stringify(await measure(JSON.parse(process.argv[2]))));
