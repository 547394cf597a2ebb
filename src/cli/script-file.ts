import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import type { ModelScript } from "promptforge-runtime/scripted";
import { parseDocument } from "yaml";
import { systemReason } from "../node/system-reason.ts";
import { RunProblem } from "./run-problem.ts";
import { scriptFault } from "./script-fault.ts";

/**
 * The scripted replies of a JSON or YAML file: a list of replies, or a map from roles to such lists. Throws a `RunProblem` that names
 * the file and the place of the first thing in it that is no reply.
 */
export async function readScript(path: string): Promise<ModelScript> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new RunProblem(`cannot read \`${path}\`: ${systemReason(error)}`, HELP);
  });
  if (!isUtf8(bytes) || bytes.includes(0)) throw new RunProblem(`\`${path}\` is no text (UTF-8)`, HELP);
  const script = dataOf(bytes.toString().replace(/^\uFEFF/, ""), path);
  const fault = scriptFault(script);
  if (fault !== undefined) throw new RunProblem(`\`${path}\`: ${fault}`, HELP);
  return script as ModelScript;
}

const HELP =
  "--script takes a JSON or YAML file: a list of the model's replies, or for each role such a list, as in `writer: [Because.]`";

function dataOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (path.endsWith(".json"))
      throw new RunProblem(`\`${path}\` is no JSON: ${(error as Error).message}`, HELP);
  }
  try {
    const document = parseDocument(text);
    if (document.errors[0] !== undefined) throw document.errors[0];
    return document.toJS();
  } catch (error) {
    throw new RunProblem(`\`${path}\` is neither JSON nor YAML: ${(error as Error).message.trim()}`, HELP);
  }
}
