import type { Model, ModelDescriptor } from "../../runtime/index.ts";
import { scriptedCapabilities } from "./capabilities.ts";
import { isRecord } from "./case.ts";
import { scriptedReplies } from "./models.ts";
import type { ObservedRequest } from "./observed.ts";

/** The run options that a case's `host` fields give, and what the scripted host saw. */
export interface ScriptedHost {
  readonly options: { readonly [option: string]: unknown };
  readonly requests: ObservedRequest[];
  readonly toolCalls: { readonly [field: string]: unknown }[];
  /** Requests that the script has no answer for, and host fields that it does not know. */
  readonly unmet: string[];
}

/** What the fields share while a case runs. */
interface Script {
  readonly abort: AbortController;
  /** Called as the first request goes out (TH-22: cancel while it is outstanding). True: it is never answered. */
  readonly outstanding: () => boolean;
  readonly requests: ObservedRequest[];
  readonly toolCalls: { readonly [field: string]: unknown }[];
  readonly unmet: string[];
}

type Fields = { readonly [field: string]: unknown };

/** A host field becomes run options; one that is not in this table fails its case. */
type Field = (value: unknown, script: Script, host: Fields) => { readonly [option: string]: unknown };

const fields: { readonly [field: string]: Field } = {
  startedAt: (startedAt) => ({ startedAt }),
  execution: (execution) => ({ execution }),
  seed: (seed) => ({ seed }),
  limits: (limits) => ({ limits }),
  ui: (ui) => ({ ui }),
  input: (answers, script) => ({ userInput: scriptedInput(answers, script) }),
  store: (files) => ({ store: files }),
  cancel: (cancel, script) => {
    if (isRecord(cancel) && cancel["when"] === "start") script.abort.abort();
    else if (!isRecord(cancel) || cancel["when"] !== "request")
      script.unmet.push(`unknown cancel ${JSON.stringify(cancel)}`);
    return { signal: script.abort.signal };
  },
  // TH-01: null is no current model.
  model: (model, script, { models }) => ({
    model: model === null ? undefined : scriptedModel(model as Partial<ModelDescriptor>, models, script),
  }),
  capabilities: (list, script, { tools }) => ({ capabilities: scriptedCapabilities(list, tools, script) }),
  // What the three below script is given with the model and the capabilities.
  models: () => ({}),
  tools: () => ({}),
  web: () => ({}),
};

const testModel: ModelDescriptor = {
  id: "test-model",
  description: "A model for tests",
  context: 131_072,
  thinking: "switchable",
};

const defaults = { startedAt: 0, execution: "test-run", seed: 0 };

function scriptedModel(described: Partial<ModelDescriptor>, replies: unknown, script: Script): Model {
  return { ...testModel, ...described, complete: scriptedReplies(replies, script) };
}

/** The scripted host of a case (TH-20). */
export function scriptedHost(host: Fields): ScriptedHost {
  const script = newScript(isRecord(host["cancel"]) && host["cancel"]["when"] === "request");
  let options: { [option: string]: unknown } = {
    ...defaults,
    model: scriptedModel({}, host["models"], script),
  };
  for (const [name, value] of Object.entries(host)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) script.unmet.push(`unknown host field \`${name}\``);
    else options = { ...options, ...field(value, script, host) };
  }
  return { options, requests: script.requests, toolCalls: script.toolCalls, unmet: script.unmet };
}

function newScript(cancelsAtRequest: boolean): Script {
  const abort = new AbortController();
  const outstanding = () => {
    // The request must be outstanding when the signal aborts: after it was made, before it is answered.
    if (cancelsAtRequest) setImmediate(() => abort.abort());
    return cancelsAtRequest;
  };
  return { abort, outstanding, requests: [], toolCalls: [], unmet: [] };
}

/** TH-20: the answers of `user_input` in order. */
function scriptedInput(answers: unknown, script: Script): () => Promise<unknown> {
  const rest = Array.isArray(answers) ? [...answers] : [];
  if (!Array.isArray(answers)) script.unmet.push("`host.input` must be a list");
  return async () => {
    if (script.outstanding()) return new Promise(() => {});
    if (rest.length === 0) {
      script.unmet.push("`user_input` was asked once more than `host.input` has answers");
      return { unavailable: true };
    }
    const answer: unknown = rest.shift();
    if (typeof answer === "string") return { text: answer };
    if (isRecord(answer) && answer["unavailable"] === true) return { unavailable: true };
    if (isRecord(answer) && typeof answer["error"] === "string") throw new Error(answer["error"]);
    script.unmet.push(`unknown answer in \`host.input\`: ${JSON.stringify(answer)}`);
    return { unavailable: true };
  };
}
