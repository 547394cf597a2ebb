import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { RunOptions } from "promptforge-runtime";
import { systemReason } from "../node/system-reason.ts";
import { hostFault, importFault } from "./host-fault.ts";
import { RunProblem } from "./run-problem.ts";

/**
 * The run options that a module exports by default: themselves, or a function that gives them. Throws a `RunProblem` that says what is
 * wrong in the file.
 */
export async function loadHost(path: string): Promise<RunOptions> {
  const file = await stat(path).catch((error: Error) => error);
  if (file instanceof Error) throw new RunProblem(`cannot read \`${path}\`: ${systemReason(file)}`, HELP);
  if (file.isDirectory()) throw new RunProblem(`cannot read \`${path}\`: it is a directory`, HELP);
  const exported = await exportOf(path);
  const options = typeof exported === "function" ? await called(path, exported as () => unknown) : exported;
  if (typeof options === "object" && options !== null && !Array.isArray(options)) return options;
  const found = typeof exported === "function" ? "its default export gives no run options" : NONE;
  throw new RunProblem(`\`${path}\`: ${found}`, HELP);
}

const NONE = "its default export must be run options, or a function that gives them";

const HELP = "--host takes a module such as `export default { tools: { … } }`";

async function exportOf(path: string): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(resolve(path)).href)) as { readonly default?: unknown };
    return await module.default;
  } catch (error) {
    throw new RunProblem(`\`${path}\` cannot be imported: ${await importFault(path, error)}`);
  }
}

async function called(path: string, options: () => unknown): Promise<unknown> {
  try {
    return await options();
  } catch (error) {
    throw new RunProblem(`\`${path}\`: its function threw: ${hostFault(error)}`);
  }
}
