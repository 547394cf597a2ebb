import { stat } from "node:fs/promises";
import type { ArgsDef, ParsedArgs } from "citty";
import { checkWords, UsageError } from "./command-line.ts";
import { type ModelSetting, modelSetting } from "./model-option.ts";
import type { Job } from "./run-messages.ts";
import { RunProblem } from "./run-problem.ts";
import { readScript } from "./script-file.ts";

/** The words of `pfc run`. */
export const options = {
  file: { type: "positional", description: "The prompt file", required: true },
  argument: {
    type: "positional",
    description: "The argument string of the run",
    required: false,
    valueHint: "TEXT",
  },
  input: { type: "string", description: "`-` takes the argument string from standard input", valueHint: "-" },
  model: {
    type: "string",
    description:
      "A chat-completions endpoint and a model of it, or `echo`. Environment: PFC_BASE_URL, PFC_MODEL, PFC_API_KEY",
    valueHint: "URL#id",
  },
  script: { type: "string", description: "JSON or YAML file with the model's replies", valueHint: "FILE" },
  store: { type: "string", description: "Folder of the run's files; default: in memory", valueHint: "DIR" },
  host: {
    type: "string",
    description: "Module whose default export is run options, or a function that gives them",
    valueHint: "FILE.mjs",
  },
  journal: {
    type: "string",
    description: "Keeps what the run is told, and goes on from it when the file exists",
    valueHint: "FILE",
  },
  timeout: { type: "string", description: "Cancels the run after that time", valueHint: "SECONDS" },
  seed: { type: "string", description: "64 bits behind `math.random`", valueHint: "NUMBER" },
  "json-events": { type: "boolean", description: "One JSON line per event, the last for the outcome" },
} satisfies ArgsDef;

/** What the words say, without what is read from files. */
export interface Words {
  readonly path: string;
  /** Undefined: it is on standard input. */
  readonly text: string | undefined;
  readonly script: string | undefined;
  readonly settings: Pick<
    Job,
    "model" | "store" | "host" | "journal" | "timeoutMs" | "seed" | "asks" | "lines"
  >;
}

/** Reads the command line of `pfc run`. Throws a `UsageError` that says what to write instead. */
export function readWords(rawArgs: readonly string[], args: ParsedArgs<typeof options>): Words {
  checkWords(rawArgs, options, 2);
  const { file: path, argument, input, model, script, store, host, journal } = args;
  if (input !== undefined && input !== "-")
    throw new UsageError("--input takes `-` only: give the argument string as the second word");
  if (input !== undefined && argument !== undefined)
    throw new UsageError("give the argument string once: as a word or with --input -");
  if (model !== undefined && script !== undefined)
    throw new UsageError("a run has one model: give --model or --script");
  return {
    path,
    text: input === "-" ? undefined : (argument ?? ""),
    script,
    settings: {
      model: script === undefined ? modelSetting(model, process.env) : undefined,
      store,
      host,
      journal,
      timeoutMs: milliseconds(args.timeout),
      seed: seed(args.seed),
      // Standard input has one reader.
      asks: input !== "-",
      lines: args["json-events"] === true,
    },
  };
}

/** The scripted model of `--script`, checked. Throws a `RunProblem`. */
export async function scriptModel(path: string | undefined): Promise<ModelSetting | undefined> {
  return path === undefined ? undefined : { kind: "script", path, replies: await readScript(path) };
}

/** Refuses a store that is no folder, before anything is run. Throws a `RunProblem`. */
export async function checkStore(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === false)
    throw new RunProblem(`--store \`${path}\` is no folder: give one, or a path where there is nothing`);
}

function milliseconds(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const seconds = /^\d+(\.\d+)?$|^\.\d+$/.test(word) ? Number(word) : 0;
  if (seconds > 0 && seconds <= LONGEST) return seconds * 1000;
  throw new UsageError(`--timeout takes seconds above 0 and up to ${LONGEST}, such as --timeout 90`);
}

/** What timers can wait, in seconds. */
const LONGEST = 2_147_483;

function seed(word: string | undefined): bigint | undefined {
  if (word === undefined) return undefined;
  const number = /^(\d+|0x[\da-f]+)$/i.test(word) ? BigInt(word) : -1n;
  if (number >= 0n && number < 2n ** 64n) return number;
  throw new UsageError("--seed takes a whole number below 2^64, such as --seed 7 or --seed 0xC0FFEE");
}
