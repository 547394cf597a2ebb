import {
  type ModelCompletion,
  ModelFailure,
  type ModelFailureDetails,
  type ModelRequest,
} from "../../runtime/index.ts";
import { isRecord } from "./case.ts";
import type { ObservedRequest } from "./observed.ts";

/** What the scripted models share with the host of their case. */
export interface ModelScript {
  /** Called as a request goes out. True: it is never answered. */
  readonly outstanding: () => boolean;
  /** Every request, in order (TH-02). */
  readonly requests: ObservedRequest[];
  readonly unmet: string[];
}

type Fields = { readonly [field: string]: unknown };

/** TH-01: answers the rounds of a case, for each role with its scripted replies in order. */
export function scriptedReplies(
  roles: unknown,
  script: ModelScript,
): (request: ModelRequest) => Promise<ModelCompletion> {
  const rest = new Map<string, unknown[]>();
  for (const [role, replies] of Object.entries(isRecord(roles) ? roles : {}))
    rest.set(role, [replies].flat());
  let calls = 0;
  return async (request) => {
    script.requests.push(observed(request));
    if (script.outstanding()) return new Promise<never>(() => {});
    const replies = rest.get(request.role) ?? [];
    if (replies.length === 0) script.unmet.push(`no reply is left for the role ${request.role}`);
    const reply: unknown = replies.shift();
    return completion(isRecord(reply) ? reply : { text: String(reply) }, script, () => `call_${++calls}`);
  };
}

const known = new Set(["text", "tool_calls", "finish_reason", "reasoning", "error"]);

function completion(reply: Fields, script: ModelScript, nextId: () => string): ModelCompletion {
  const stranger = Object.keys(reply).find((field) => !known.has(field));
  if (stranger !== undefined) script.unmet.push(`unknown field \`${stranger}\` of a reply`);
  const { text, tool_calls: calls, reasoning, error } = reply;
  if (isRecord(error)) throw new ModelFailure(error as unknown as ModelFailureDetails);
  const toolCalls = Array.isArray(calls)
    ? calls.map((call: Fields) => ({ ...call, id: nextIdOr(call["id"], nextId) }))
    : undefined;
  const { finish_reason: finish = toolCalls === undefined ? "stop" : "tool_calls" } = reply;
  return {
    result: { text, toolCalls },
    model: "test-model",
    ...(finish !== null && { finishReason: finish }),
    ...(reasoning !== undefined && { reasoning }),
  } as unknown as ModelCompletion;
}

/** Every scripted call counts, with an id of its own or without. */
function nextIdOr(id: unknown, nextId: () => string): unknown {
  const counted = nextId();
  return id === undefined ? counted : id;
}

function observed({ role, modelId, messages, tools, options, stream }: ModelRequest): ObservedRequest {
  const { temperature, maxTokens, thinking } = options;
  return structuredClone({
    role,
    model: modelId,
    messages,
    tools,
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(thinking !== undefined && { thinking }),
    stream,
  }) as ObservedRequest;
}
