/*
 * `npm run bench -- compile`: how fast the compiler and `pfc` are. Times inside one process are minima of warm rounds, those of processes
 * are medians of fresh ones, in turn with an empty process; `pfc` runs as it is built.
 */
import { writeFileSync } from "node:fs";
import { build } from "../scripts/build.mjs";
import { measureCommands } from "./compile-commands.mjs";
import { measureFiles } from "./compile-files.mjs";
import { installPackages } from "./engines.mjs";
import { machine, machineText, readOptions } from "./options.mjs";

/** How often each file is compiled. After fewer the compilers are not warm: the last functions are optimised after some 50. */
const ROUNDS = { quick: 100, full: 300 };

const usage = `usage: npm run bench -- compile [--json FILE] [--quick]
  --json FILE  also write the figures to a file
  --quick      ${ROUNDS.quick} warm rounds instead of ${ROUNDS.full}, and 100 prompts instead of 1,000
`;

/** Measures everything and prints it; gives the exit status. */
export async function compile(argv) {
  const { values, status } = readOptions(argv, usage);
  if (values === undefined) return status;
  await build();
  if (!installPackages(["@mdx-js/mdx"])) process.stderr.write("MDX could not be installed and is left out\n");
  const where = machine();
  process.stdout.write(`${machineText(where)}\n`);
  const files = await measureFiles(values.quick ? ROUNDS.quick : ROUNDS.full);
  process.stdout.write(`${filesText(files)}\n`);
  const commands = await measureCommands(
    values.quick ? { prompts: 100, rounds: 3 } : { prompts: 1000, rounds: 7 },
  );
  process.stdout.write(commandsText(commands));
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ machine: where, files, commands }, null, 2)}\n`);
  return 0;
}

function filesText({ prompts, ratio, markdownRatio }) {
  const width = Math.max(...prompts.map(({ name }) => name.length));
  const rows = prompts.map(({ name, bytes, ours, mdx, oursEmitted, mdxEmitted, markdownRatio: markdown }) => {
    const times = [ours, mdx, mdx && ours / mdx, markdown].map((cell) =>
      (cell?.toFixed(2) ?? "-").padStart(8),
    );
    const emitted = [oursEmitted, mdxEmitted].map((cell) => String(cell ?? "-").padStart(10));
    const perKilobyte = [(1000 * ours) / oursEmitted, mdx && (1000 * mdx) / mdxEmitted];
    const speeds = perKilobyte.map((cell) => (cell?.toFixed(2) ?? "-").padStart(8));
    return `${name.padEnd(width)}${String(bytes).padStart(8)}${[...times, ...emitted, ...speeds].join("")}`;
  });
  const head =
    `${"one file, warm".padEnd(width)}   bytes ours ms  MDX ms   ratio  no Lua ` +
    " our bytes MDX bytes our ms/kB MDX ms/kB";
  const mean =
    ratio === undefined
      ? ""
      : `geometric mean of the ratios: ${ratio.toFixed(2)}; without the Lua of the prompts: ${markdownRatio.toFixed(2)}\n`;
  return `${head}\n${rows.join("\n")}\n${mean}${COMPARED}`;
}

/** What is compared. */
const COMPARED =
  "MDX gives the Lua of the fences back as a text and does not look at the frontmatter; we compile and check both. " +
  "`no Lua`: the ratio for the prompt without its fences.\n";

function commandsText(commands) {
  const rows = commands.map(({ name, milliseconds, processor }) => {
    const cells = [milliseconds, processor].map((cell) => cell.toFixed(1).padStart(11));
    return `${name.padEnd(44)}${cells.join("")}`;
  });
  return `${"a process, over an empty one".padEnd(44)}   clock ms     cpu ms\n${rows.join("\n")}\n`;
}
