import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @typedef {object} Program One Lua program that defines the global function `bench(n)`.
 * @property {string} name the file's name without `.lua`
 * @property {string} path
 * @property {string} source
 * @property {number} n what `bench` is called with: the first line is `-- N=…`
 * @property {string | undefined} twins the module whose export `name` does the same in hand-written JavaScript
 */

/**
 * The programs of a folder in the order of their names. The twins stand in `js/all.mjs` beside the folder, if anywhere.
 * Throws an Error with a plain message when there is nothing to measure or a first line is not `-- N=…`.
 *
 * @param {string} folder
 * @returns {Promise<Program[]>}
 */
export async function readPrograms(folder) {
  if (!existsSync(folder)) throw new Error(`no such folder: ${folder}`);
  const files = readdirSync(folder).filter((file) => file.endsWith(".lua"));
  if (files.length === 0) throw new Error(`no Lua program in ${folder}`);
  const twins = resolve(folder, "../js/all.mjs");
  const twinNames = existsSync(twins) ? Object.keys(await import(pathToFileURL(twins).href)) : [];
  return files.sort().map((file) => {
    const name = file.slice(0, -".lua".length);
    const path = resolve(folder, file);
    const source = readFileSync(path, "utf8");
    return { name, path, source, n: size(source, path), twins: twinNames.includes(name) ? twins : undefined };
  });
}

/** The folder of the programs that come with the project. */
export const ownPrograms = join(import.meta.dirname, "lua");

function size(source, path) {
  const digits = /^-- N=(\d+)\s*$/m.exec(source.split("\n", 1)[0])?.[1];
  if (digits === undefined) throw new Error(`${path}: the first line is not \`-- N=…\``);
  return Number(digits);
}
