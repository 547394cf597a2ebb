import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { bundleTool } from "../scripts/run.mjs";
import { compilePrompt, promptText, withoutImports } from "./prompt.mjs";

const { minifyLua } = await import(pathToFileURL(await bundleTool("bench/lua-minifier.mjs")).href);

/**
 * @typedef {object} Sizes in bytes
 * @property {number} raw the emitted module without its imports, or the source
 * @property {number} minified
 * @property {number} gzipped of the minified text
 */

/**
 * The sizes of what the compiler emits for programs, and of their Lua.
 *
 * @param {readonly import("./programs.mjs").Program[]} programs
 * @returns {Promise<{ programs: Record<string, { emitted: Sizes, lua: Sizes, ratio: number }>, together: { emitted: Sizes, lua: Sizes, ratio: number } }>}
 *   `ratio` is gzipped over gzipped; `together` is all programs as one text. A program that does not compile is left out.
 */
export async function measureSizes(programs) {
  const texts = [];
  for (const program of programs) {
    const text = await textsOf(program).catch(() => undefined);
    if (text !== undefined) texts.push(text);
  }
  const entries = texts.map(({ name, emitted, lua }) => [
    name,
    compare(sizesOf(...emitted), sizesOf(...lua)),
  ]);
  const all = (part) => [0, 1].map((form) => texts.map((text) => text[part][form]).join("\n"));
  return {
    programs: Object.fromEntries(entries),
    together: compare(sizesOf(...all("emitted")), sizesOf(...all("lua"))),
  };
}

/**
 * @param {string | Uint8Array} raw
 * @param {string | Uint8Array} minified
 * @returns {Sizes}
 */
export function sizesOf(raw, minified) {
  const gzipped = gzipSync(minified, { level: 9 }).length;
  return { raw: Buffer.byteLength(raw), minified: Buffer.byteLength(minified), gzipped };
}

async function textsOf({ name, source }) {
  const code = await compilePrompt(name, promptText(source));
  const { code: minified } = await transform(code, {
    minify: true,
    format: "esm",
    target: "es2022",
    treeShaking: true,
  });
  const lua = Buffer.from(source).toString("latin1");
  return {
    name,
    emitted: [withoutImports(code), withoutImports(minified)],
    lua: [lua, minifyLua(lua)].map((text) => Buffer.from(text, "latin1").toString()),
  };
}

function compare(emitted, lua) {
  return { emitted, lua, ratio: emitted.gzipped / lua.gzipped };
}
