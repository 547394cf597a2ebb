/*
 * `node bench/compile.mjs [--json FILE]`: how fast the compiler is, over the benchmark programs and the prompts of the demo.
 * The times of loading and of the first prompt are those of this one process; the others are medians of warm rounds.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build, root } from "../scripts/build.mjs";
import { ownPrograms, readPrograms } from "./programs.mjs";
import { loadCompiler, promptText } from "./prompt.mjs";
import { median } from "./statistics.mjs";

const warmUp = 5;
const rounds = 15;

const { values } = parseArgs({ options: { json: { type: "string" } } });
await build();
const prompts = [...(await programPrompts()), ...demoPrompts()];
const started = performance.now();
const { compile } = await loadCompiler();
const loaded = performance.now();
await compileOne(prompts[0]);
const first = performance.now();
const byPrompt = await measure();

const bytes = prompts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
const together = Object.values(byPrompt).reduce((sum, milliseconds) => sum + milliseconds, 0);
const report = {
  load: loaded - started,
  first: first - loaded,
  mean: together / prompts.length,
  kilobytesPerSecond: bytes / together,
  prompts: byPrompt,
};
process.stdout.write(text());
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);

async function programPrompts() {
  const programs = await readPrograms(ownPrograms);
  return programs.map(({ name, source }) => ({ name, path: `${name}.prompt.md`, text: promptText(source) }));
}

function demoPrompts() {
  const folder = join(root, "fixtures/demo");
  const files = readdirSync(folder).filter((file) => file.endsWith(".prompt.md"));
  return files.map((file) => {
    return {
      name: file.slice(0, -".prompt.md".length),
      path: file,
      text: readFileSync(join(folder, file), "utf8"),
    };
  });
}

async function measure() {
  const samples = prompts.map(() => []);
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [place, prompt] of prompts.entries()) {
      const milliseconds = await compileOne(prompt);
      if (round >= warmUp) samples[place].push(milliseconds);
    }
  }
  return Object.fromEntries(prompts.map(({ name }, place) => [name, median(samples[place])]));
}

async function compileOne({ path, text }) {
  const started = performance.now();
  const { code, diagnostics } = await compile({ path, text }, { types: false });
  const milliseconds = performance.now() - started;
  if (code === undefined) throw new Error(`${path}: ${diagnostics.map(({ message }) => message).join("; ")}`);
  return milliseconds;
}

function text() {
  const width = Math.max(...prompts.map(({ name }) => name.length));
  const lines = prompts.map(
    ({ name }) => `${name.padEnd(width)}  ${byPrompt[name].toFixed(2).padStart(7)} ms`,
  );
  return `${lines.join("\n")}

load ${report.load.toFixed(1)} ms, first prompt ${report.first.toFixed(1)} ms
warm: ${report.mean.toFixed(2)} ms a prompt, ${report.kilobytesPerSecond.toFixed(0)} kB/s
`;
}
