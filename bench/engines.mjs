import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compilePrompt, label, promptText, withRuntime, writeModule } from "./prompt.mjs";

/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {boolean} isLua true when its results must be those of Lua 5.4; another language or version of Lua has one kind
 *   of numbers or lacks operators, and where it differs the program does not count for it
 * @property {() => boolean} present
 * @property {(program: import("./programs.mjs").Program) => Promise<string[] | undefined>} command what to spawn for one
 *   program; undefined when the engine has no form of it
 */

const folder = import.meta.dirname;
const worker = (name) => join(folder, "engines", name);
const lines = (program) => [program.path, String(program.n), label];
const installed = (name) => existsSync(join(folder, "node_modules", name, "package.json"));

/** What ratios are over, and whose results are right. */
export const reference = "lua5.4";

/** @type {readonly Engine[]} */
export const engines = [
  { name: "ours", isLua: true, present: () => true, command: oursCommand },
  { name: "js", isLua: false, present: () => true, command: twinCommand },
  native("lua5.4", true),
  native("luajit", false),
  embedded("fengari", false),
  embedded("wasmoon", true),
];

/**
 * Installs what the embedded engines need, unless it is there. False when that fails, and npm has said why.
 *
 * @param {readonly Engine[]} wanted
 */
export function install(wanted) {
  return installPackages(wanted.map(({ name }) => name).filter((name) => embeddedNames.has(name)));
}

/**
 * Installs the packages of `bench/package.json` unless these are there. False when that fails, and npm has said why.
 *
 * @param {readonly string[]} names
 */
export function installPackages(names) {
  const missing = names.filter((name) => !installed(name));
  if (missing.length === 0) return true;
  process.stderr.write(`installing ${missing.join(" and ")} into bench/node_modules\n`);
  const { status } = spawnSync("npm", ["ci", "--prefix", folder], {
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  return status === 0;
}

const embeddedNames = new Set(["fengari", "wasmoon"]);

function native(name, isLua) {
  const present = () => spawnSync(name, ["-v"]).status === 0;
  return {
    name,
    isLua,
    present,
    command: async (program) => [name, worker("measure.lua"), ...lines(program)],
  };
}

function embedded(name, isLua) {
  const command = async (program) => [process.execPath, worker(`${name}.mjs`), ...lines(program)];
  return { name, isLua, present: () => installed(name), command };
}

async function oursCommand({ name, source, n }) {
  // The program keeps its lines: the call stands on a line of its own after the last.
  const text = promptText(`${source}\nmeasure(bench)`);
  const code = await compilePrompt(name, text, { hostNames: { measure: "plain" } });
  const path = await writeModule(`${name}.mjs`, withRuntime(code, pathToFileURL(worker("host.mjs")).href));
  return [process.execPath, worker("ours.mjs"), path, String(n)];
}

async function twinCommand({ name, n, twins }) {
  return twins === undefined ? undefined : [process.execPath, worker("js.mjs"), twins, name, String(n)];
}
