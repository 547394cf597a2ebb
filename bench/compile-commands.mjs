import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/build.mjs";
import { cache, writeModule } from "./prompt.mjs";
import { median } from "./statistics.mjs";

const pfc = join(root, "dist/cli/main.js");

/**
 * @typedef {object} CommandTime
 * @property {string} name
 * @property {number} milliseconds by the clock, over an empty process
 * @property {number} processor milliseconds of all threads, over an empty process
 */

/**
 * Measures `pfc` in fresh processes, and a bundled prompt. Where much is done it is done once.
 *
 * @param {{ prompts: number, rounds: number }} size
 * @returns {Promise<CommandTime[]>}
 */
export async function measureCommands({ prompts, rounds }) {
  const empty = await writeModule("empty.mjs", "");
  const folder = mkdtempSync(join(cache, "prompts-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
    writePrompts(folder, prompts);
    const run = (args) => start(folder, args);
    /** Against an empty process of its own round: the load of the machine changes from round to round. */
    const over = (name, times, round) => {
      const rounds = Array.from({ length: times }, () => [run([empty]), round()]);
      const difference = (clock) => median(rounds.map(([base, own]) => own[clock] - base[clock]));
      return { name, milliseconds: difference("milliseconds"), processor: difference("processor") };
    };
    const build = [pfc, "build", "p/**/*.prompt.md", "--out", "out"];
    run([pfc, "build", "hello.prompt.md", "--out", "bundle", "--bundle", "--minify", "--no-types"]);
    writeFileSync(
      join(folder, "start.mjs"),
      'import prompt from "./bundle/hello.prompt.js";\nawait prompt.run({ who: "Ada" });\n',
    );
    run(["start.mjs"]);
    const one = () => {
      appendFileSync(join(folder, "p/0/0.prompt.md"), "\n");
      return run(build);
    };
    return [
      over("the bundled hello prompt, run once", 3 * rounds, () => run(["start.mjs"])),
      over("pfc check of one prompt", rounds, () => run([pfc, "check", "hello.prompt.md"])),
      over(`pfc build of ${prompts} prompts`, 1, () => run(build)),
      over("  none changed", rounds, () => run(build)),
      over("  one changed", rounds, one),
      over("  all again, without declarations", 1, () => run([...build, "--no-types", "--no-cache"])),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies of the demo's prompts, each with a title of its own, 50 in a folder. */
function writePrompts(folder, count) {
  const demo = join(root, "fixtures/demo");
  const texts = readdirSync(demo)
    .filter((file) => file.endsWith(".prompt.md"))
    .map((file) => readFileSync(join(demo, file), "utf8"));
  cpSync(join(demo, "hello.prompt.md"), join(folder, "hello.prompt.md"));
  for (let place = 0; place < count; place++) {
    const inner = join(folder, "p", String(Math.floor(place / 50)));
    mkdirSync(inner, { recursive: true });
    const text = texts[place % texts.length].replace(/^# .*$/m, `$& ${place}`);
    writeFileSync(join(inner, `${place}.prompt.md`), text);
  }
}

/** What a process says about itself when it ends, on a pipe of its own. */
const report = `data:text/javascript,${encodeURIComponent(
  'import { writeSync } from "node:fs"; process.on("exit", () => { const { user, system } = process.cpuUsage(); writeSync(3, String((user + system) / 1000)); });',
)}`;

function start(folder, args) {
  const started = performance.now();
  const { status, output } = spawnSync(process.execPath, ["--import", report, ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const milliseconds = performance.now() - started;
  if (status !== 0) throw new Error(`${args.join(" ")} failed: ${output[1]}${output[2]}`);
  return { milliseconds, processor: Number(output[3]) };
}
