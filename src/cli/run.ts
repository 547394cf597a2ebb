import { text as readAll } from "node:stream/consumers";
import { defineCommand } from "citty";
import { compile } from "../index.ts";
import { CANCELLED, Interrupt } from "./interrupt.ts";
import { Questions } from "./questions.ts";
import { readPrompt } from "./read-prompt.ts";
import { RunDisplay } from "./run-display.ts";
import type { Ended, Job, RunReport, ToRun } from "./run-messages.ts";
import { RunProblem } from "./run-problem.ts";
import { runOnThread } from "./run-thread.ts";
import { checkStore, options, readWords, scriptModel, type Words } from "./run-words.ts";
import { showDiagnostics } from "./terminal.ts";

/** `pfc run`: the result alone, or one line per event, on stdout; status 0 completed, 1 failed, 130 cancelled. */
export const runPromptCommand = defineCommand({
  meta: { name: "run", description: "Compiles a prompt in memory and runs it" },
  args: options,
  async run({ rawArgs, args }) {
    const words = readWords(rawArgs, args);
    const interrupt = new Interrupt();
    try {
      const job = await jobOf(words);
      return job === undefined ? 1 : report(await perform(job, interrupt), job);
    } catch (error) {
      if (!(error instanceof RunProblem)) throw error;
      return report({ status: "refused", message: error.message, help: error.help }, words.settings);
    } finally {
      interrupt.close();
    }
  },
});

/** What the thread is to do; undefined when the prompt does not compile. Throws a `RunProblem`. */
async function jobOf({ path, text, script, settings }: Words): Promise<Job | undefined> {
  const code = await load(path);
  if (code === undefined) return undefined;
  const model = (await scriptModel(script)) ?? settings.model;
  await checkStore(settings.store);
  return { ...settings, code, path, text: text ?? (await readAll(process.stdin)), model, facts: false };
}

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

/** Runs a job, shows how it goes and asks what it asks. */
async function perform(job: Job, interrupt: Interrupt): Promise<Ended> {
  // Events on the terminal are progress enough, and would run into the status.
  const display = new RunDisplay(process.stderr, !(job.lines && process.stdout.isTTY));
  interrupt.leave = () => display.close();
  const questions = new Questions(terminal, (isBusy) => (isBusy ? display.pause() : display.resume()));
  const hears: Hears = {
    line: ({ line }) => process.stdout.write(`${line}\n`),
    fact: ({ fact }) => display.note(fact),
    warning: ({ text }) => display.print(`warning: ${text}\n`),
    continuing: () => display.print(`continuing the run of \`${job.journal}\`\n`),
    withdrawal: ({ id }) => questions.withdraw(id),
    question: ({ id, request }, tell) => {
      questions.put(id, request).then(
        (answer) => answer && tell({ tells: "answer", id, answer }),
        (error: Error) => tell({ tells: "failure", id, message: error.message }),
      );
    },
  };
  try {
    return await runOnThread({ ...job, facts: display.isShown }, interrupt, {
      hear: (told, tell) => (hears[told.tells] as Hear<RunReport>)(told, tell),
      output: (text) => display.print(text),
    });
  } finally {
    questions.close();
    display.close();
  }
}

type Hear<Told> = (told: Told, tell: (message: ToRun) => void) => void;
type Hears = { readonly [Kind in RunReport["tells"]]: Hear<Extract<RunReport, { readonly tells: Kind }>> };

async function terminal() {
  const { terminalInput } = await import("../node/terminal-input.ts");
  return terminalInput();
}

/** Writes the outcome: its text to stdout, what is wrong to stderr. Gives the exit status. */
function report(ended: Ended, { lines }: Pick<Job, "lines">): number {
  if (lines && ended.status !== "refused") process.stdout.write(`${outcomeLine(ended)}\n`);
  if (ended.status === "completed") {
    if (!lines) process.stdout.write(`${ended.text}\n`);
    for (const text of ended.warnings) process.stderr.write(`warning: ${text}\n`);
    if (ended.note !== undefined) process.stderr.write(`note: ${ended.note}\n`);
    return 0;
  }
  if (ended.status === "cancelled") {
    process.stderr.write(`cancelled${ended.reason === undefined ? "" : `: ${ended.reason}`}\n`);
    return CANCELLED;
  }
  if (ended.status === "failed") process.stderr.write(`${ended.explanation}\n`);
  else
    process.stderr.write(
      `error: ${ended.message}\n${ended.help === undefined ? "" : `  help: ${ended.help}\n`}`,
    );
  return 1;
}

/** The last line of `--json-events`. */
function outcomeLine(ended: Exclude<Ended, { readonly status: "refused" }>): string {
  const { status } = ended;
  const result =
    status === "completed" ? { text: ended.text } : status === "failed" ? { error: ended.error } : {};
  return JSON.stringify({ kind: "outcome", status, ...result });
}
