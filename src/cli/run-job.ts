import type {
  Journal,
  Model,
  Prompt,
  PromptError,
  PromptRun,
  RunOptions,
  RunOutcome,
} from "promptforge-runtime";
import type { ScriptedModel } from "promptforge-runtime/scripted";
import { explain } from "./explanation.ts";
import { loadHost } from "./host-file.ts";
import { Replay } from "./replay.ts";
import type { Ended, Job } from "./run-messages.ts";
import { modelOf, type OptionSources, runOptions } from "./run-options.ts";
import { RunProblem } from "./run-problem.ts";

/** What a job is done with: how to cancel it, who answers and who is told. */
export type Surroundings = Pick<OptionSources, "signal" | "userInput" | "line" | "fact" | "warn"> & {
  /** Called once when the run goes on from its journal with something new. */
  readonly continuing: () => void;
};

/** Runs a job to its end. Rejects only for what is no fault of the prompt or of what was given to the run. */
export async function runJob(job: Job, surroundings: Surroundings): Promise<Ended> {
  let journal: (Journal & { close(): Promise<void> }) | undefined;
  try {
    const { default: prompt } = (await import(moduleURL(job.code))) as { default: Prompt<string> };
    const host = job.host === undefined ? {} : await loadHost(job.host);
    const model = await modelOf(job.model, host);
    journal = job.journal === undefined ? undefined : await openJournal(job.journal, surroundings.warn);
    const { contract } = prompt;
    const replay = new Replay(surroundings.continuing);
    const asked = journal === undefined ? undefined : replay.asked;
    const options = await runOptions({ job, contract, host, model, journal, asked, ...surroundings });
    const run = start(prompt, job, options);
    return await ending(await run.outcome, run, { prompt, job, options, model, replay });
  } catch (error) {
    if (error instanceof RunProblem) return { status: "refused", message: error.message, help: error.help };
    throw error;
  } finally {
    await journal?.close();
  }
}

function moduleURL(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

async function openJournal(path: string, warn: (text: string) => void) {
  const { fileJournal } = await import("../node/file-journal.ts");
  return fileJournal(path, { onDamage: warn });
}

/** Options that are none are the host file's: the command line makes good ones. */
function start(prompt: Prompt<string>, job: Job, options: RunOptions): PromptRun {
  try {
    return prompt.start(job.text, options);
  } catch (error) {
    if (job.host === undefined || !(error instanceof TypeError)) throw error;
    throw new RunProblem(`\`${job.host}\`: ${error.message}`);
  }
}

interface Finished {
  readonly prompt: Prompt<string>;
  readonly job: Job;
  readonly options: RunOptions;
  readonly model: Model | ScriptedModel | undefined;
  readonly replay: Replay;
}

async function ending(outcome: RunOutcome, run: PromptRun, finished: Finished): Promise<Ended> {
  const { prompt, job, options, replay } = finished;
  const anew = `the run of \`${job.journal}\` is over, and what it was told is not asked again: delete that file to run anew`;
  if (outcome.status === "completed")
    return { ...outcome, warnings: unused(finished), ...(replay.isWhole && { note: anew }) };
  // Version 1 of the language counts a cancelled run as failed.
  if (outcome.status === "cancelled" || outcome.error.kind === "Cancelled")
    return cancelled(await run.result.catch((error: PromptError) => error.cause));
  const { kind, message, retryable } = outcome.error;
  const { path, text } = job;
  const circumstances = { contract: prompt.contract, path, text, options, ...(replay.isWhole && { anew }) };
  const explanation = explain(outcome.error, circumstances);
  return { status: "failed", error: { kind, message, retryable }, explanation };
}

/** The replies of a script that nobody has asked for. */
function unused({ model, job }: Finished): readonly string[] {
  if (model === undefined || !("unused" in model) || job.model?.kind !== "script") return [];
  const { path } = job.model;
  return model.unused().map((text) => `\`${path}\`: ${text}`);
}

function cancelled(reason: unknown): Ended {
  const text = typeof reason === "string" && Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
  return { status: "cancelled", ...(text !== undefined && { reason: text }) };
}

const REASONS: { readonly [reason: string]: string } = {
  timeoutMs: "the run took longer than its time limit",
  "limits.luaSteps": "the run took more steps than its limit `luaSteps`",
};
