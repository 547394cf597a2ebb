import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../scripts/build.mjs";
import { loadCompiler } from "./prompt.mjs";
import { geometricMean } from "./statistics.mjs";

/** Whose prompts are compiled: those of a demo, with prose in them, and those that use everything that the language has. */
const folders = ["bench/prompts", "fixtures/demo", "fixtures/features"];

/**
 * @typedef {object} FileTime
 * @property {string} name
 * @property {number} bytes
 * @property {number} ours milliseconds of `compile` with its source map, without a declaration
 * @property {number | undefined} mdx milliseconds of MDX's `compile` of the same Markdown, frontmatter left out, with a source map
 * @property {number} oursEmitted bytes of our module: the Lua of the fences is compiled
 * @property {number | undefined} mdxEmitted bytes of MDX's module: the Lua of the fences is a text in it
 * @property {number | undefined} markdownRatio our time over MDX's for the prompt without its Lua
 */

/**
 * Compiles each prompt in turn with both compilers, and then what is left of each without its Lua, which is the part that both compile; the
 * least of the rounds counts. Both are faster after a hundred rounds than after ten.
 *
 * @param {number} rounds
 * @returns {Promise<{ prompts: FileTime[], ratio: number | undefined, markdownRatio: number | undefined }>} geometric means of ours over MDX's
 */
export async function measureFiles(rounds) {
  const prompts = folders.flatMap(promptsIn);
  const compilers = { ours: await ourCompiler(), mdx: await mdxCompiler() };
  const whole = await measure(prompts, compilers, rounds);
  const markdown = await measure(prompts.map(withoutLua), compilers, rounds);
  const times = prompts.map(({ name, text }, place) => {
    const { ours, mdx } = whole[place];
    return {
      name,
      bytes: Buffer.byteLength(text),
      ours: ours.milliseconds,
      mdx: mdx?.milliseconds,
      oursEmitted: ours.bytes,
      mdxEmitted: mdx?.bytes,
      markdownRatio: ratioOf(markdown[place]),
    };
  });
  const mean = (all) => geometricMean(all.map(ratioOf).filter((ratio) => ratio !== undefined));
  return { prompts: times, ratio: mean(whole), markdownRatio: mean(markdown) };
}

async function measure(prompts, compilers, rounds) {
  const best = prompts.map(() => ({}));
  for (let round = 0; round < rounds; round++) {
    for (const [place, prompt] of prompts.entries()) {
      for (const [name, compile] of Object.entries(compilers)) {
        if (compile === undefined) continue;
        const { milliseconds, result: code } = await timed(() => compile(prompt));
        const before = best[place][name]?.milliseconds ?? Infinity;
        best[place][name] = { milliseconds: Math.min(milliseconds, before), bytes: Buffer.byteLength(code) };
      }
    }
  }
  return best;
}

const ratioOf = ({ ours, mdx }) => (mdx === undefined ? undefined : ours.milliseconds / mdx.milliseconds);

/** The same prompt without its fences of Lua. */
function withoutLua(prompt) {
  return { ...prompt, text: prompt.text.replace(/^```lua[^\n]*\n[\s\S]*?^```$/gm, "") };
}

function promptsIn(folder) {
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith(".prompt.md"));
  return files.map((file) => ({
    name: file.slice(0, -".prompt.md".length),
    path: file,
    text: readFileSync(join(root, folder, file), "utf8"),
  }));
}

async function ourCompiler() {
  const { compile } = await loadCompiler();
  return async ({ path, text }) => {
    const { code, diagnostics } = await compile({ path, text });
    if (code === undefined)
      throw new Error(`${path}: ${diagnostics.map(({ message }) => message).join("; ")}`);
    return code;
  };
}

/** Undefined where MDX is not installed. */
async function mdxCompiler() {
  const require = createRequire(import.meta.url);
  const load = (path) => import(pathToFileURL(path).href);
  const entry = join(import.meta.dirname, "node_modules/@mdx-js/mdx/index.js");
  const mdx = await load(entry).catch(() => undefined);
  if (mdx === undefined) return undefined;
  const { SourceMapGenerator } = require("source-map");
  return async ({ path, text }) => {
    const value = text.replace(/^---\n[\s\S]*?\n---\n/, "");
    const file = await mdx.compile({ path, value }, { format: "md", SourceMapGenerator });
    return String(file);
  };
}

async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { milliseconds: performance.now() - started, result };
}
