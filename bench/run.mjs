/*
 * `node bench/run.mjs [--json FILE]`: what the engine costs around the Lua, in microseconds: a run of a trivial prompt, and
 * each further section that a run enters. Runs follow one another; medians of batches.
 */
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "../scripts/build.mjs";
import { compilePrompt, writeModule } from "./prompt.mjs";
import { median } from "./statistics.mjs";

/** Runs of each prompt in a batch: about the same work for each. */
const kinds = [
  { name: "trivial", sections: 1, runs: 2000 },
  { name: "sections", sections: 101, runs: 100 },
];
const warmUp = 3;
const batches = 9;

const { values } = parseArgs({ options: { json: { type: "string" } } });
await build();
const prompts = [];
for (const kind of kinds) prompts.push({ ...kind, prompt: await load(kind), samples: [] });
for (let batch = 0; batch < warmUp + batches; batch++) {
  for (const kind of prompts) {
    const microseconds = await runBatch(kind);
    if (batch >= warmUp) kind.samples.push(microseconds);
  }
}
const [trivial, sections] = prompts.map(({ samples }) => median(samples));
const report = { run: trivial, sectionEntry: (sections - trivial) / (kinds[1].sections - kinds[0].sections) };
process.stdout.write(
  `a trivial run ${report.run.toFixed(2)} µs, each further section ${report.sectionEntry.toFixed(2)} µs\n`,
);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);

async function load({ name, sections }) {
  const bodies = Array.from({ length: sections }, (_, place) => {
    const code = place === sections - 1 ? 'return "done"' : "local x = 1";
    return `## Section ${place + 1}\n\n\`\`\`lua\n${code}\n\`\`\`\n`;
  });
  const head = `---\nname: ${name}\ndescription: Nothing\npromptforge: 0\n---\n\n# Nothing\n\n`;
  const path = await writeModule(`run-${name}.mjs`, await compilePrompt(name, head + bodies.join("\n")));
  return (await import(pathToFileURL(path).href)).default;
}

async function runBatch({ prompt, runs }) {
  const started = performance.now();
  for (let run = 0; run < runs; run++) {
    if ((await prompt.run("")) !== "done") throw new Error("a run gave something else");
  }
  return ((performance.now() - started) * 1000) / runs;
}
