import { lastText } from "../adapters/last-text.ts";
import { memoryStore } from "../adapters/memory-store.ts";
import { ScriptAnswers } from "../adapters/script-answers.ts";
import { scripted } from "../adapters/scripted.ts";
import type { ArgsSchema } from "../args-schema.ts";
import type { RunEvent } from "../events.ts";
import type { Model, ModelRequest } from "../model.ts";
import type { RunOptions, ToolRequest, UserInputAnswer } from "../options.ts";
import type { PromptRun } from "../run.ts";
import { Cancel } from "./cancel.ts";
import { type Expected, type ExpectedRequest, expectList } from "./expectation.ts";
import type { InputReply, Script } from "./script.ts";
import { ScriptError } from "./script-error.ts";
import { scriptedTools } from "./scripted-tools.ts";

/** Run options of a script, typed such that they fit every prompt, whatever its roles and slots. */
export interface ScriptedOptions extends Omit<RunOptions, "model" | "models" | "tools"> {
  readonly model: Model;
  readonly tools?: never;
}

/** A host that follows a script, for one run, and what it has seen so far. */
export interface ScriptedHost {
  /** For `prompt.run(input, host.options)` and `prompt.start`. */
  readonly options: ScriptedOptions;
  /** Every model request, in order. */
  readonly requests: readonly ModelRequest[];
  /** Every call of a tool, in order. */
  readonly toolCalls: readonly ToolRequest[];
  /** Every event, in order. */
  readonly events: readonly RunEvent[];
  /** The store's files as they are now: text by path. */
  readonly files: () => { readonly [path: string]: string };
  /** What the script lacked so far, one text for each request without a reply. */
  readonly lacks: () => readonly string[];
  /** What of the script is left, one text for each list with replies that nobody has asked for. */
  readonly unused: () => readonly string[];
  /**
   * Runs a prompt to its result text. Rejects with a `ScriptError` when the script lacked anything or has anything left, and with the
   * `PromptError` of a run that has failed, of whose script anything may be left.
   */
  readonly run: <Args>(
    prompt: { readonly args: ArgsSchema<Args>; start(...given: never[]): PromptRun },
    input?: Args | string,
  ) => Promise<string>;
  /** Throws a `ScriptError` when the script lacked anything or has anything left. */
  readonly expectDone: () => void;
  /** Throws a `ScriptError` unless these are the model requests so far, all of them, in order. */
  readonly expectRequests: (expected: readonly ExpectedRequest[]) => void;
  /** The same for the calls of tools. */
  readonly expectToolCalls: (expected: readonly Expected<ToolRequest>[]) => void;
}

/** A host that follows a script. What is not scripted is fixed: clock, seed and name of the run. */
export function scriptedHost(script: Script = {}): ScriptedHost {
  const seen = new Seen(script);
  const store = memoryStore(script.store);
  const options = {
    ...fixed,
    ...given(script, ["execution", "seed", "startedAt", "ui", "limits", "timer"]),
    store,
    ...scriptedModel(script, seen),
    ...scriptedTools(script, seen),
    ...(script.input !== undefined && { userInput: scriptedInput(script.input, seen) }),
    signal: seen.cancel.signal,
    onEvent: (event: RunEvent) => {
      seen.events.push(event);
    },
  } as RunOptions as ScriptedOptions;
  const { requests, toolCalls, events } = seen;
  return {
    options,
    requests,
    toolCalls,
    events,
    files: () => Object.fromEntries(store.list("").map((path) => [path, store.read(path)!])),
    lacks: () => seen.lacks.flat(),
    unused: () => seen.unused.flatMap((unused) => unused()),
    run: (prompt, input) => seen.result(prompt.start(...([input, options] as never[]))),
    expectDone: () => seen.expectDone(),
    expectRequests: (expected) => {
      const isText = (at: number) => typeof expected[at] === "string" || expected[at] instanceof RegExp;
      expectList(
        "requests",
        expected,
        requests.map((request, at) => (isText(at) ? lastText(request) : request)),
      );
    },
    expectToolCalls: (expected) => expectList("tool calls", expected, toolCalls),
  };
}

const fixed = { execution: "test-run", seed: 0, startedAt: 0 };

/** What a host has seen, and where it differs from its script. */
class Seen {
  readonly requests: ModelRequest[] = [];
  readonly toolCalls: ToolRequest[] = [];
  readonly events: RunEvent[] = [];
  /** One text for each request of a tool or the operator that had no answer. */
  readonly missing: string[] = [];
  /** All such lists. */
  readonly lacks: (readonly string[])[] = [this.missing];
  readonly unused: (() => readonly string[])[] = [];
  readonly cancel: Cancel;

  constructor({ cancel }: Script) {
    this.cancel = new Cancel(cancel);
  }

  holds(request: ToolRequest): boolean {
    // What the tool was given, whatever becomes of it.
    this.toolCalls.push(JSON.parse(JSON.stringify(request)) as ToolRequest);
    return this.cancel.holds();
  }

  expectDone(cause?: unknown): void {
    const gaps = [...this.lacks.flat(), ...this.unused.flatMap((unused) => unused())];
    if (gaps.length > 0)
      throw new ScriptError(`the script does not fit the run\n  ${gaps.join("\n  ")}`, {
        actual: gaps,
        expected: [],
        cause,
      });
  }

  async result(run: PromptRun): Promise<string> {
    let text: string;
    try {
      text = await run.result;
    } catch (error) {
      if (this.lacks.flat().length > 0) this.expectDone(error);
      throw error;
    }
    this.expectDone();
    return text;
  }
}

function scriptedModel({ models = [], model: descriptor }: Script, seen: Seen): { readonly model?: Model } {
  const model = scripted(models, { id: "test-model", description: "A model for tests", ...descriptor });
  seen.unused.push(model.unused);
  seen.lacks.push(model.missing);
  if (descriptor === null) return {};
  const complete: Model["complete"] = (request, context) => {
    seen.requests.push(request);
    return seen.cancel.holds() ? new Promise<never>(() => {}) : model.complete(request, context);
  };
  return { model: { ...model, complete } };
}

function scriptedInput(input: readonly InputReply[], seen: Seen): NonNullable<RunOptions["userInput"]> {
  const answers = new ScriptAnswers<unknown, InputReply>(input, seen.missing);
  seen.unused.push(() => answers.unused(" of `user_input`"));
  return () => {
    if (seen.cancel.holds()) return new Promise<never>(() => {});
    const reply = answers.next(undefined, (count) => `question ${count} of \`user_input\``);
    if (typeof reply === "object" && "error" in reply) throw new Error(reply.error);
    return typeof reply === "string" ? { text: reply } : (reply satisfies UserInputAnswer);
  };
}

function given<Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  names: readonly Name[],
): Partial<Pick<Fields, Name>> {
  const present = names.filter((name) => fields[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, fields[name]])) as Partial<Pick<Fields, Name>>;
}
