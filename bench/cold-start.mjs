import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { cache, compilePrompt, promptText, writeModule } from "./prompt.mjs";
import { sizesOf } from "./size.mjs";
import { median } from "./statistics.mjs";

/** The program that is started: it uses strings, patterns, tables and sorting. */
const program = join(import.meta.dirname, "lua/json.lua");
const call = "return tostring(bench(1))";

/**
 * @typedef {object} ColdStart
 * @property {number} milliseconds of a fresh process that loads the bundle and runs a small program, over an empty process
 * @property {number} minified bytes of the bundle, with everything it needs
 * @property {number} gzipped
 */

/**
 * Starts fresh processes in turn: an empty one, and for each engine one that imports a minified bundle and runs a program.
 *
 * @param {readonly import("./engines.mjs").Engine[]} engines those without a bundle are passed over
 * @param {number} starts of each; the median counts
 * @returns {Promise<{ empty: number, engines: Record<string, ColdStart> }>} in milliseconds
 */
export async function measureColdStart(engines, starts) {
  const candidates = [{ name: "empty", path: await writeModule("empty.mjs", ""), samples: [] }];
  for (const { name } of engines) {
    if (bundles[name] === undefined) continue;
    candidates.push({ name, samples: [], ...(await bundles[name]()) });
  }
  // One round more, which brings the files into the cache of the system and does not count.
  for (let round = 0; round <= starts; round++) {
    for (const candidate of candidates) {
      const milliseconds = start(candidate);
      if (round > 0) candidate.samples.push(milliseconds);
    }
  }
  const [empty, ...others] = candidates;
  const entries = others.map(({ name, samples, sizes }) => {
    // Against the empty process of its own round: the load of the machine changes from round to round.
    const over = samples.map((sample, round) => sample - empty.samples[round]);
    return [name, { milliseconds: median(over), minified: sizes.minified, gzipped: sizes.gzipped }];
  });
  return { empty: median(empty.samples), engines: Object.fromEntries(entries) };
}

const bundles = {
  ours: async () => {
    const text = promptText(`${readFileSync(program, "utf8")}\n${call}`);
    await writeModule("cold-prompt.mjs", await compilePrompt("cold", text));
    return bundle(
      "ours",
      'import prompt from "./cold-prompt.mjs";\nprocess.stdout.write(await prompt.run(""));',
      {},
      "esm",
    );
  },
  fengari: () =>
    bundle(
      "fengari",
      `import { lauxlib, lua, lualib, to_luastring } from "fengari";
const state = lauxlib.luaL_newstate();
lualib.luaL_openlibs(state);
lauxlib.luaL_dostring(state, to_luastring(${luaText()}));
process.stdout.write(lua.lua_tojsstring(state, -1));`,
    ),
  wasmoon: async () => {
    const built = await bundle(
      "wasmoon",
      `import { LuaFactory } from "wasmoon";
new LuaFactory().createEngine().then((lua) => process.stdout.write(lua.doStringSync(${luaText()})));`,
    );
    const wasm = join(import.meta.dirname, "node_modules/wasmoon/dist/glue.wasm");
    copyFileSync(wasm, join(cache, "glue.wasm"));
    const parts = Buffer.concat([readFileSync(built.path), readFileSync(wasm)]);
    return { ...built, sizes: sizesOf(parts, parts) };
  },
};

function luaText() {
  return JSON.stringify(`${readFileSync(program, "utf8")}\n${call}`);
}

/** The others are CommonJS and find their own files beside themselves. */
async function bundle(
  name,
  entry,
  options = { nodePaths: [join(import.meta.dirname, "node_modules")] },
  format = "cjs",
) {
  const path = join(cache, `cold-${name}.${format === "esm" ? "mjs" : "cjs"}`);
  await build({
    stdin: { contents: entry, resolveDir: cache },
    outfile: path,
    bundle: true,
    minify: true,
    platform: "node",
    format,
    logLevel: "error",
    ...options,
  });
  const contents = readFileSync(path);
  return { path, sizes: sizesOf(contents, contents) };
}

function start({ name, path }) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [path], { encoding: "utf8" });
  const milliseconds = performance.now() - started;
  if (status !== 0 || (name !== "empty" && !/^\d+$/.test(stdout))) {
    throw new Error(`cold start of ${name}: ${stderr.trim() || `it printed ${JSON.stringify(stdout)}`}`);
  }
  return milliseconds;
}
