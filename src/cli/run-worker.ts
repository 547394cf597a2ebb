import { parentPort, workerData } from "node:worker_threads";
import type { Prompt, PromptError, RunOutcome } from "promptforge-runtime";
import type { Ended, Job } from "./run-thread.ts";

/* Runs the job of its thread: any message cancels the run, the answer is how it has ended. */

const EXAMPLES = { string: "text", boolean: true, integer: 1, number: 0.5 };

const { code, text } = workerData as Job;
const port = parentPort!;
const abort = new AbortController();
port.once("message", () => abort.abort());
const url = `data:text/javascript,${encodeURIComponent(code)}`;
const { default: prompt } = (await import(url)) as { default: Prompt<string> };
const outcome = await prompt.start(text, { signal: abort.signal }).outcome;
port.postMessage(endedAs(outcome));

function endedAs(outcome: RunOutcome): Ended {
  if (outcome.status !== "failed") return outcome;
  return { status: "failed", explanation: explain(outcome.error) };
}

/** `error[Kind]: message`, the lines of the prompt that led there, and what to do. */
function explain(error: PromptError): string {
  const [message] = error.message.split("\nstack traceback:");
  const places = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  const help = [error.help, argumentHelp()].flatMap((line) =>
    line === undefined ? [] : [`  help: ${line}`],
  );
  return [`error[${error.kind}]: ${message}`, ...places, ...help].join("\n");
}

/** What a prompt with declared arguments wants in place of a text that is no JSON object. */
function argumentHelp(): string | undefined {
  const { isDefault, declarations } = prompt.contract.args;
  if (isDefault || isObject(text)) return undefined;
  const required = declarations.filter((argument) => !argument.optional && argument.default === undefined);
  const shown = required.length > 0 ? required : declarations;
  const example = Object.fromEntries(shown.map(({ name, type }) => [name, EXAMPLES[type]]));
  return `the prompt takes its arguments as a JSON object, such as '${JSON.stringify(example)}'`;
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
