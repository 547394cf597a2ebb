import type { ModelRequest } from "../../runtime/index.ts";
import type { ModelScript, ScriptedReply } from "../../runtime/testing/index.ts";
import { isRecord } from "./case.ts";
import type { ObservedRequest } from "./observed.ts";

/** TH-01: the scripted replies of a case, for each role in order. */
export function modelScript(roles: unknown, unmet: string[]): ModelScript {
  const entries = Object.entries(isRecord(roles) ? roles : {});
  return Object.fromEntries(
    entries.map(([role, replies]) => [role, [replies].flat().map((reply) => scriptedReply(reply, unmet))]),
  );
}

const known = new Set(["text", "tool_calls", "finish_reason", "reasoning", "error"]);

function scriptedReply(reply: unknown, unmet: string[]): ScriptedReply {
  if (!isRecord(reply)) return String(reply);
  const stranger = Object.keys(reply).find((field) => !known.has(field));
  if (stranger !== undefined) unmet.push(`unknown field \`${stranger}\` of a reply`);
  const { text, tool_calls: calls, finish_reason: finishReason, reasoning, error } = reply;
  if (isRecord(error)) return { error } as unknown as ScriptedReply;
  return {
    ...(text !== undefined && { text }),
    // A call without arguments is sent without them.
    ...(Array.isArray(calls) && { toolCalls: calls.map((call: object) => ({ arguments: null, ...call })) }),
    ...(finishReason !== undefined && { finishReason }),
    ...(reasoning !== undefined && { reasoning }),
  } as ScriptedReply;
}

/** TH-02: a request by the names of the cases; what was not set is absent. */
export function observedRequest({
  role,
  modelId,
  messages,
  tools,
  options,
  stream,
}: ModelRequest): ObservedRequest {
  const { temperature, maxTokens, thinking } = options;
  return {
    role,
    model: modelId,
    messages,
    tools,
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(thinking !== undefined && { thinking }),
    stream,
  };
}
