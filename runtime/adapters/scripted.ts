import type { Model, ModelCompletion, ModelFailureDetails, ModelRequest } from "../model.ts";
import { ModelFailure } from "../model-failure.ts";
import type { ModelDescriptor } from "../options.ts";
import { describedModel } from "./described-model.ts";

/** One reply of a script: a text, tool calls, or a failure. */
export type ScriptedReply =
  | string
  | {
      readonly text?: string;
      /** Without an `id` a call is `call_1`, `call_2` and so on through the whole script; without `arguments` they are empty. */
      readonly toolCalls?: readonly {
        readonly id?: string;
        readonly name: string;
        readonly arguments?: { readonly [key: string]: unknown } | string;
      }[];
      /** Default `stop`, with calls `tool_calls`; null: none is sent. */
      readonly finishReason?: string | null;
      readonly reasoning?: string;
    }
  | { readonly error: ModelFailureDetails };

/** A model that follows a script, with the requests that it was sent. */
export interface ScriptedModel extends Model {
  readonly requests: readonly ModelRequest[];
}

/**
 * A model for tests: hands out replies in the order in which rounds ask, from one list or from one for each role. A round that asks for
 * more fails.
 */
export function scripted(
  replies: readonly ScriptedReply[] | { readonly [role: string]: readonly ScriptedReply[] },
  descriptor: Partial<ModelDescriptor> = {},
): ScriptedModel {
  const requests: ModelRequest[] = [];
  const given = new Map<string, number>();
  let calls = 0;
  const model = describedModel({ id: "scripted", ...descriptor }, (request) => {
    requests.push(request);
    const list = Array.isArray(replies) ? "" : request.role;
    const place = given.get(list) ?? 0;
    given.set(list, place + 1);
    const reply = scriptOf(replies, request.role)[place];
    if (reply === undefined) throw new Error(exhausted(request.role, place));
    return completion(reply, request, () => `call_${++calls}`);
  });
  return { ...model, requests };
}

function scriptOf(replies: Parameters<typeof scripted>[0], role: string): readonly ScriptedReply[] {
  if (Array.isArray(replies)) return replies as readonly ScriptedReply[];
  return Object.hasOwn(replies, role) ? (replies as { [role: string]: ScriptedReply[] })[role]! : [];
}

function exhausted(role: string, count: number): string {
  return `the script has no reply for request ${count + 1} of the role \`${role}\``;
}

function completion(reply: ScriptedReply, request: ModelRequest, nextId: () => string): ModelCompletion {
  if (typeof reply === "object" && "error" in reply) throw new ModelFailure(reply.error);
  const {
    text = "",
    toolCalls,
    finishReason,
    reasoning,
  } = typeof reply === "string" ? { text: reply } : reply;
  const calls = toolCalls?.map(({ id, name, arguments: args }) => {
    const counted = nextId();
    return { id: id ?? counted, name, arguments: args ?? {} };
  });
  if (calls === undefined && text !== "") request.onDelta?.(text);
  const finish = finishReason === undefined ? (calls === undefined ? "stop" : "tool_calls") : finishReason;
  return {
    result: calls === undefined ? { text } : { toolCalls: calls },
    model: "scripted",
    ...(finish !== null && { finishReason: finish }),
    ...(reasoning !== undefined && { reasoning }),
  } as ModelCompletion;
}
