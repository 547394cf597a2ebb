import type { Capability, Contract, Journal, Model, RunEvent, RunOptions } from "promptforge-runtime";
import type { ScriptedModel } from "promptforge-runtime/scripted";
import type { ModelSetting } from "./model-option.ts";
import type { Fact, Job } from "./run-messages.ts";

/** The model that a setting names; undefined for the environment's when the host file gives one of its own. */
export async function modelOf(
  setting: ModelSetting | undefined,
  host: RunOptions,
): Promise<Model | ScriptedModel | undefined> {
  if (setting === undefined) return undefined;
  if (setting.kind === "echo") return (await import("promptforge-runtime/echo")).echo();
  if (setting.kind === "script")
    return (await import("promptforge-runtime/scripted")).scripted(setting.replies);
  const { baseURL, model, isDefault } = setting;
  if (isDefault && (host.model !== undefined || host.models !== undefined)) return undefined;
  const { openai } = await import("promptforge-runtime/openai");
  const apiKey = process.env["PFC_API_KEY"];
  return openai({ baseURL, model, ...(apiKey && { apiKey }) });
}

/** What the parts of a run's options come from, and who is told of what happens. */
export interface OptionSources {
  readonly job: Job;
  readonly contract: Contract;
  readonly host: RunOptions;
  readonly model: Model | undefined;
  readonly journal: Journal | undefined;
  readonly signal: AbortSignal;
  readonly userInput: NonNullable<RunOptions["userInput"]>;
  readonly line: (line: string) => void;
  readonly fact: (fact: Fact) => void;
  readonly warn: (text: string) => void;
  /** Told of each thing that the run asks of its host, before the host's own observer; undefined where nobody looks at it. */
  readonly asked: NonNullable<RunOptions["onEffect"]> | undefined;
}

/** The options of a run: those of the host file, and before them what the command line says. */
export async function runOptions(sources: OptionSources): Promise<RunOptions> {
  const { job, host, model, journal, signal, userInput, warn } = sources;
  const { models, resolveModel, ...others } = host;
  return {
    ...(job.asks && { userInput }),
    onWarning: warn,
    onObserverError: (error) => warn(`the host file's observer failed: ${String(error)}`),
    ...others,
    // A model of the command line is that of every role.
    ...(model === undefined ? modelChoice({ models, resolveModel }) : { model }),
    ...(await capabilities(sources.contract, host)),
    ...(job.store !== undefined && {
      store: (await import("../node/directory-store.ts")).directoryStore(job.store),
    }),
    ...(journal !== undefined && { journal }),
    ...(job.timeoutMs !== undefined && { timeoutMs: job.timeoutMs }),
    ...(job.seed !== undefined && { seed: job.seed }),
    signal: host.signal === undefined ? signal : AbortSignal.any([signal, host.signal]),
    ...observers(sources),
  };
}

/** What the host file says of models. */
function modelChoice({
  models,
  resolveModel,
}: {
  readonly models: RunOptions["models"] | undefined;
  readonly resolveModel: RunOptions["resolveModel"] | undefined;
}): Pick<RunOptions, "models" | "resolveModel"> {
  return { ...(models !== undefined && { models }), ...(resolveModel !== undefined && { resolveModel }) };
}

/** The host's capabilities, and `promptforge/web` for a prompt that declares it. */
async function capabilities(
  contract: Contract,
  { capabilities: given = [] }: RunOptions,
): Promise<{ readonly capabilities?: readonly Capability[] }> {
  const isWanted = contract.capabilities.some(({ ref }) => ref === WEB);
  if (!isWanted || given.some(({ id }) => id === WEB)) return {};
  const { web } = await import("../node/web.ts");
  return { capabilities: [...given, web()] };
}

const WEB = "promptforge/web";

/** The log's, the display's and the journal's observers, each before the host's own. */
function observers({ job: { lines, facts }, host, line, fact, asked }: OptionSources): RunOptions {
  const onEvent = (event: RunEvent): void => {
    if (lines) line(JSON.stringify(event));
    if (facts) fact(eventFact(event));
  };
  const onEffect: NonNullable<RunOptions["onEffect"]> = (effect) => {
    asked?.(effect);
    if (facts) fact({ is: "effect", effect: effect.kind, task: effect.provenance.task });
  };
  return {
    ...((lines || facts) && { onEvent: both(onEvent, host.onEvent) }),
    ...((asked !== undefined || facts) && { onEffect: both(onEffect, host.onEffect) }),
    ...(facts && {
      onDelta: both(
        (fragment, { provenance }) =>
          fact({ is: "fragment", task: provenance.task, length: fragment.length }),
        host.onDelta,
      ),
    }),
  };
}

function eventFact(event: RunEvent): Fact {
  const { kind, section, provenance } = event;
  const usage = event.kind === "assistant_reply" ? event.metrics?.usage : undefined;
  return { is: "event", event: kind, section, task: provenance.task, ...(usage !== undefined && { usage }) };
}

function both<Given extends unknown[]>(
  own: (...given: Given) => void,
  hosts: ((...given: Given) => void) | undefined,
): (...given: Given) => void {
  return (...given) => {
    own(...given);
    // What it gives may be a promise that rejects: the runtime looks at it.
    return hosts?.(...given);
  };
}
