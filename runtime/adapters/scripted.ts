import type { Model, ModelCompletion, ModelFailureDetails, ModelRequest } from "../model.ts";
import { ModelFailure } from "../model-failure.ts";
import type { ModelDescriptor } from "../options.ts";
import { describedModel } from "./described-model.ts";
import { ScriptAnswers } from "./script-answers.ts";

/** One reply of a script: a text, tool calls, or a failure. */
export type ScriptedReply =
  | string
  | {
      readonly text?: string;
      /**
       * Without an `id` a call is `call_1`, `call_2` and so on through the whole script; without `arguments` they are empty, null sends none.
       */
      readonly toolCalls?: readonly {
        readonly id?: string;
        readonly name: string;
        readonly arguments?: { readonly [key: string]: unknown } | string | null;
      }[];
      /** Default `stop`, with calls `tool_calls`; null: none is sent. */
      readonly finishReason?: string | null;
      readonly reasoning?: string;
    }
  | { readonly error: ModelFailureDetails };

/** Replies for one request each, in order, or what makes a reply for every request. */
export type ScriptedReplies = readonly ScriptedReply[] | ((request: ModelRequest) => ScriptedReply);

/** One script for all rounds, or one for each role. */
export type ModelScript = ScriptedReplies | { readonly [role: string]: ScriptedReplies };

/** A model that follows a script, with the requests that it was sent. */
export interface ScriptedModel extends Model {
  readonly requests: readonly ModelRequest[];
  /** One text for each request that the script had no reply for. */
  readonly missing: readonly string[];
  /** One text for each list of replies that were not all asked for so far. */
  readonly unused: () => readonly string[];
}

/**
 * A model for tests: hands out replies in the order in which rounds ask, from one list or from one for each role. A round that asks for
 * more fails.
 */
export function scripted(script: ModelScript, descriptor: Partial<ModelDescriptor> = {}): ScriptedModel {
  const requests: ModelRequest[] = [];
  const missing: string[] = [];
  const answers = new RoleAnswers(script, missing);
  let calls = 0;
  const model = describedModel({ id: "scripted", ...descriptor }, (request) => {
    requests.push(request);
    const reply = answers
      .of(request.role)
      .next(
        request,
        (count) => `request ${count} of the role \`${request.role}\`${answers.others(request.role)}`,
      );
    return completion(reply, request, model.id, () => `call_${++calls}`);
  });
  return { ...model, requests, missing, unused: () => answers.unused() };
}

/** The answers of a script by role; under no name those for all roles. */
class RoleAnswers {
  readonly #roles = new Map<string, ScriptAnswers<ModelRequest, ScriptedReply>>();
  readonly #missing: string[];
  readonly #given: readonly string[];

  constructor(script: ModelScript, missing: string[]) {
    this.#missing = missing;
    const isWhole = Array.isArray(script) || typeof script === "function";
    for (const [role, replies] of isWhole ? [["", script] as const] : Object.entries(script))
      this.#roles.set(role, new ScriptAnswers(replies as ScriptedReplies, missing));
    this.#given = [...this.#roles.keys()];
  }

  of(role: string): ScriptAnswers<ModelRequest, ScriptedReply> {
    let answers = this.#roles.get("") ?? this.#roles.get(role);
    if (answers === undefined) {
      answers = new ScriptAnswers<ModelRequest, ScriptedReply>([], this.#missing);
      this.#roles.set(role, answers);
    }
    return answers;
  }

  /** For a role without a list of replies: which roles have one. */
  others(role: string): string {
    if (this.#given.length === 0 || this.#given.includes("") || this.#given.includes(role)) return "";
    return `: it has replies for ${this.#given.map((name) => `\`${name}\``).join(", ")}`;
  }

  unused(): readonly string[] {
    return [...this.#roles].flatMap(([role, answers]) =>
      answers.unused(role === "" ? "" : ` of the role \`${role}\``),
    );
  }
}

function completion(
  reply: ScriptedReply,
  request: ModelRequest,
  model: string,
  nextId: () => string,
): ModelCompletion {
  if (typeof reply === "object" && "error" in reply) throw new ModelFailure(reply.error);
  const { text, toolCalls, finishReason, reasoning } = typeof reply === "string" ? { text: reply } : reply;
  const calls = toolCalls?.map(({ arguments: args = {}, ...call }) => {
    const counted = nextId();
    return { id: counted, ...call, ...(args !== null && { arguments: args }) };
  });
  if (calls === undefined && text) request.onDelta?.(text);
  const finish = finishReason === undefined ? (calls === undefined ? "stop" : "tool_calls") : finishReason;
  return {
    result: { ...(text !== undefined && { text }), ...(calls !== undefined && { toolCalls: calls }) },
    model,
    ...(finish !== null && { finishReason: finish }),
    ...(reasoning !== undefined && { reasoning }),
  } as ModelCompletion;
}
