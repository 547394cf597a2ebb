import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Prompt } from "../../runtime/index.ts";
import {
  argumentError,
  baseType,
  definePrompt as define,
  EMPTY,
  library,
  toText,
} from "../../runtime/internal.ts";
import { compile } from "../../src/index.ts";
import { fileOutput } from "./output.ts";
import { closesBlock, isReturn, programMessage, syntaxMessage, wrapProgram } from "./program.ts";

/** The folder of the repository; put in when the tool is bundled. */
declare const repositoryRoot: string;

/*
 * `npm run lua -- FILE` runs a Lua file over the shipped path: as the only block of a prompt, compiled to a module. The
 * module imports this file in place of the runtime, so that its prompt also has `print` and `io.write`, which the language
 * does not; all other names are the runtime's own.
 */
export * from "../../runtime/internal.ts";

type PromptModule = Parameters<typeof define>[0];
type Factory = PromptModule["globals"][string];

const output = fileOutput(1);

const print: Factory =
  (vm) =>
  (...values) => {
    output.add(`${values.map((value) => toText(vm, value)).join("\t")}\n`);
    return EMPTY;
  };

const write: Factory = (vm) => {
  const typeName = baseType(vm) as (value: unknown) => string;
  return (...values) => {
    for (const [place, value] of values.entries()) {
      const isText = typeof value === "string" || typeName(value) === "number";
      if (!isText) throw argumentError(place + 1, `string expected, got ${typeName(value)}`);
      output.add(toText(vm, value));
    }
    return EMPTY;
  };
};

export const definePrompt: typeof define = (module) =>
  define({ ...module, globals: { ...module.globals, print, io: library({ write }) } });

// The compiled module imports this one, so this one must not wait for it at its top level.
void main(process.argv.slice(2)).then((status) => {
  output.flush();
  process.exitCode = status;
});

async function main([file, ...rest]: readonly string[]): Promise<number> {
  if (file === undefined || rest.length > 0) {
    process.stderr.write("usage: npm run lua -- FILE\n");
    return 2;
  }
  const source = readSource(file);
  if (typeof source !== "string") return complain(`cannot open ${file}`);
  if (closesBlock(source)) return complain(`${file}: a line of three backticks would end the block`);
  const { code, diagnostics } = await compile(
    { path: `${file}.prompt.md`, text: wrapProgram(source) },
    { types: false, hostNames: { print: "plain", io: { write: "plain" } } },
  );
  const rejected = diagnostics.find(({ severity }) => severity === "error");
  if (rejected !== undefined || code === undefined)
    return complain(syntaxMessage(String(rejected?.message), file));
  const outcome = await (await load(code)).start("").outcome;
  if (outcome.status === "completed" || (outcome.status === "failed" && isReturn(outcome.error.message)))
    return 0;
  return complain(outcome.status === "failed" ? programMessage(outcome.error.message, file) : "interrupted!");
}

function readSource(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Whatever the reason, there is no program to run.
    return undefined;
  }
}

async function load(code: string): Promise<Prompt<string>> {
  const cache = join(repositoryRoot, "node_modules/.cache/promptforge");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "lua-"));
  try {
    const path = join(folder, "program.mjs");
    const head = /^(?:\s*import\b[^;]*;)*/.exec(code)![0];
    const patched = head.replaceAll(/"promptforge-runtime\/internal"/g, JSON.stringify(import.meta.url));
    writeFileSync(path, patched + code.slice(head.length));
    return ((await import(pathToFileURL(path).href)) as { default: Prompt<string> }).default;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function complain(message: string): number {
  output.flush();
  process.stderr.write(`lua: ${message}\n`);
  return 1;
}
