import { text as readAll } from "node:stream/consumers";
import { type ArgsDef, defineCommand } from "citty";
import { compile } from "../index.ts";
import { checkWords, UsageError } from "./command-line.ts";
import { CANCELLED, Interrupt } from "./interrupt.ts";
import { readPrompt } from "./read-prompt.ts";
import { type Ended, runOnThread } from "./run-thread.ts";
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
    const interrupt = new Interrupt();
    const code = await load(path);
    if (code === undefined) return 1;
    const text = input === "-" ? await readAll(process.stdin) : (argument ?? "");
    const ended = await runOnThread({ code, text }, interrupt);
    interrupt.close();
    return report(ended);
  },
});

/** The compiled module; undefined when the prompt does not compile. Its diagnostics go to stderr. */
async function load(path: string): Promise<string | undefined> {
  const read = await readPrompt(path);
  if ("diagnostic" in read) {
    showDiagnostics(process.stderr, [read.diagnostic], { path, text: "" });
    return undefined;
  }
  const { code, diagnostics } = await compile({ path, text: read.text }, { types: false });
  showDiagnostics(process.stderr, diagnostics, { path, text: read.text });
  return code === undefined ? undefined : withOwnRuntime(code);
}

/** A module without a place on disk finds no package: the imports at its head name the runtime's file instead. */
function withOwnRuntime(code: string): string {
  const head = /^(?:\s*import\b[^;]*;)*/.exec(code)![0];
  const located = head.replaceAll(/"(promptforge-runtime(?:\/[^"]*)?)"/g, (_, name: string) =>
    JSON.stringify(import.meta.resolve(name)),
  );
  return located + code.slice(head.length);
}

function report(ended: Ended): number {
  if (ended.status === "completed") {
    process.stdout.write(`${ended.text}\n`);
    return 0;
  }
  if (ended.status === "cancelled") {
    process.stderr.write("cancelled\n");
    return CANCELLED;
  }
  process.stderr.write(`${ended.explanation}\n`);
  return 1;
}
