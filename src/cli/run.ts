import { text as readAll } from "node:stream/consumers";
import { type ArgsDef, defineCommand } from "citty";
import type { Prompt, PromptError, RunOutcome } from "promptforge-runtime";
import { compile } from "../index.ts";
import { checkWords, UsageError } from "./command-line.ts";
import { readPrompt } from "./read-prompt.ts";
import { showDiagnostics } from "./terminal.ts";

const options = {
  file: { type: "positional", description: "The prompt file", required: true },
  argument: {
    type: "positional",
    description: "The argument string of the run",
    required: false,
    valueHint: "TEXT",
  },
  input: { type: "string", description: "`-` takes the argument string from standard input", valueHint: "-" },
} satisfies ArgsDef;

/** `pfc run`: the result alone on stdout; status 0 completed, 1 failed, 130 cancelled. */
export const runPromptCommand = defineCommand({
  meta: { name: "run", description: "Compiles a prompt in memory and runs it" },
  args: options,
  async run({ rawArgs, args }) {
    checkWords(rawArgs, options, 2);
    const { file: path, argument, input } = args;
    if (input !== undefined && input !== "-")
      throw new UsageError("--input takes `-` only: give the argument string as the second word");
    if (input !== undefined && argument !== undefined)
      throw new UsageError("give the argument string once: as a word or with --input -");
    const abort = new AbortController();
    const cancel = () => {
      abort.abort();
      process.stdin.destroy();
    };
    // The first interrupt from the keyboard cancels, a second one ends the process.
    process.once("SIGINT", cancel);
    const prompt = await load(path);
    if (prompt === undefined) return 1;
    const text = input === "-" ? await readInput(abort.signal) : (argument ?? "");
    const outcome = await prompt.start(text, { signal: abort.signal }).outcome;
    process.removeListener("SIGINT", cancel);
    return report(outcome);
  },
});

/** Everything on standard input; nothing once the signal has ended the wait. */
async function readInput(signal: AbortSignal): Promise<string> {
  try {
    return await readAll(process.stdin);
  } catch (error) {
    if (!signal.aborted) throw error;
    return "";
  }
}

/** The compiled prompt; undefined when it does not compile. Its diagnostics go to stderr. */
async function load(path: string): Promise<Prompt<string> | undefined> {
  const read = await readPrompt(path);
  if ("diagnostic" in read) {
    showDiagnostics(process.stderr, [read.diagnostic], { path, text: "" });
    return undefined;
  }
  const { code, diagnostics } = await compile({ path, text: read.text }, { types: false });
  showDiagnostics(process.stderr, diagnostics, { path, text: read.text });
  if (code === undefined) return undefined;
  const url = `data:text/javascript,${encodeURIComponent(withOwnRuntime(code))}`;
  return ((await import(url)) as { default: Prompt<string> }).default;
}

/** A module without a place on disk finds no package: the imports at its head name the runtime's file instead. */
function withOwnRuntime(code: string): string {
  const head = /^(?:\s*import\b[^;]*;)*/.exec(code)![0];
  const located = head.replaceAll(/"(promptforge-runtime(?:\/[^"]*)?)"/g, (_, name: string) =>
    JSON.stringify(import.meta.resolve(name)),
  );
  return located + code.slice(head.length);
}

function report(outcome: RunOutcome): number {
  if (outcome.status === "completed") {
    process.stdout.write(`${outcome.text}\n`);
    return 0;
  }
  if (outcome.status === "cancelled") {
    process.stderr.write("cancelled\n");
    return 130;
  }
  process.stderr.write(`${explain(outcome.error)}\n`);
  return 1;
}

/** `error[Kind]: message`, the lines of the prompt that led there, and what to do. */
function explain(error: PromptError): string {
  const [message] = error.message.split("\nstack traceback:");
  const places = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  const help = error.help === undefined ? [] : [`  help: ${error.help}`];
  return [`error[${error.kind}]: ${message}`, ...places, ...help].join("\n");
}
