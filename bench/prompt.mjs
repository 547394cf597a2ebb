import { rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../scripts/build.mjs";

const head = `---
name: program
description: A Lua program
promptforge: 0
---

# Program

## Main

\`\`\`lua
`;

/** The chunk name of the program in messages (FMT-40); lines there count from the program's first. */
export const label = '[string "section `Main` prologue"]';

/**
 * Where this process writes compiled prompts and bundles, until it ends; modules in it find the packages of the repository.
 */
export const cache = join(root, `node_modules/.cache/promptforge/bench-${process.pid}`);

/**
 * A Lua program as the only block of a prompt. Throws when a line of it would end the block.
 *
 * @param {string} source
 */
export function promptText(source) {
  if (/^```$/m.test(source)) throw new Error("a line of three backticks would end the block");
  return `${head}${source}\n\`\`\`\n`;
}

/**
 * Compiles a prompt text to the code of its module; an Error says why it cannot be. Needs the built compiler.
 *
 * @param {string} name
 * @param {string} text
 * @param {object} [options] of `compile`
 * @returns {Promise<string>}
 */
export async function compilePrompt(name, text, options = {}) {
  const { compile } = await loadCompiler();
  const { code, diagnostics } = await compile(
    { path: `${name}.prompt.md`, text },
    { types: false, ...options },
  );
  if (code !== undefined) return code;
  throw new Error(`${name}: ${diagnostics.map(({ message }) => message).join("; ")}`);
}

/** The built compiler's public surface; not imported at the top so that it can be built first. */
export function loadCompiler() {
  return import(pathToFileURL(join(root, "dist/index.js")).href);
}

/** @param {string} code of a module */
export function withoutImports(code) {
  return code.slice(importsOf(code).length).trimStart();
}

/**
 * The code with another module in place of the runtime.
 *
 * @param {string} code
 * @param {string} specifier
 */
export function withRuntime(code, specifier) {
  const imports = importsOf(code);
  return (
    imports.replaceAll('"promptforge-runtime/internal"', JSON.stringify(specifier)) +
    code.slice(imports.length)
  );
}

/**
 * Writes a module into the cache and gives its path.
 *
 * @param {string} file
 * @param {string} code
 */
export async function writeModule(file, code) {
  // The first call alone makes the folder.
  if ((await mkdir(cache, { recursive: true })) !== undefined)
    process.once("exit", () => rmSync(cache, { recursive: true, force: true }));
  const path = join(cache, file);
  await writeFile(path, code);
  return path;
}

function importsOf(code) {
  return /^(?:\s*import\b[^;]*;)*/.exec(code)[0];
}
