import type { RunOptions, ToolRequest } from "../../runtime/index.ts";
import { type Script, type ScriptedHost, scriptedHost } from "../../runtime/testing/index.ts";
import { builtinWeb, capabilities, tools } from "./capabilities.ts";
import { isRecord } from "./case.ts";
import { modelScript, observedRequest } from "./models.ts";
import { caseNeeds } from "./needs.ts";
import type { ObservedRequest } from "./observed.ts";

/** The scripted host of a case, and what it saw by the names of TH-02 and TH-12. */
export interface CaseHost {
  readonly options: RunOptions;
  readonly host: ScriptedHost;
  readonly toolCalls: () => readonly ToolRequest[];
  readonly requests: () => readonly ObservedRequest[];
  /** Requests that the script has no answer for, and host fields that nobody knows. */
  readonly unmet: () => readonly string[];
}

type Fields = { readonly [field: string]: unknown };

/** A host field becomes fields of the script; one that is not in this table fails its case. */
type Field = (value: never, unmet: string[], host: Fields) => Partial<Script>;

const fields: { readonly [field: string]: Field } = {
  startedAt: (startedAt) => ({ startedAt }),
  execution: (execution) => ({ execution }),
  seed: (seed) => ({ seed }),
  limits: (limits) => ({ limits }),
  ui: (ui) => ({ ui }),
  store: (store) => ({ store }),
  input: (input: unknown, unmet) => {
    if (!Array.isArray(input)) unmet.push("`host.input` must be a list");
    return { input: [input].flat() as NonNullable<Script["input"]> };
  },
  cancel: (cancel: unknown, unmet) => {
    const when = isRecord(cancel) ? cancel["when"] : undefined;
    if (when === "start" || when === "request") return { cancel: when };
    unmet.push(`unknown cancel ${JSON.stringify(cancel)}`);
    return {};
  },
  model: (model) => ({ model }),
  models: (models, unmet) => ({ models: modelScript(models, unmet) }),
  capabilities: (list) => ({ capabilities: capabilities(list) }),
  tools: (list, unmet) => ({ tools: tools(list, unmet) }),
  web: (web, unmet) => {
    if (web !== "builtin") unmet.push(`unknown web ${JSON.stringify(web)}`);
    // It is no part of a script: the case's host has it.
    return {};
  },
};

/** The scripted host of a case (TH-20). */
export function caseHost(given: Fields): CaseHost {
  const unmet: string[] = [];
  let script: Script = { models: {}, capabilities: [] };
  for (const [name, value] of Object.entries(given)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) unmet.push(`unknown host field \`${name}\``);
    else script = { ...script, ...field(value as never, unmet, given) };
  }
  const host = scriptedHost(script);
  const needs = caseNeeds(host, script);
  const web = "web" in given ? [builtinWeb] : [];
  return {
    host,
    options: {
      ...host.options,
      ...needs.options,
      capabilities: [...host.options.capabilities!, ...web],
    },
    toolCalls: () => [...host.toolCalls, ...needs.toolCalls],
    requests: () => host.requests.map(observedRequest),
    unmet: () => [...unmet, ...host.lacks()],
  };
}
