import type { JsonValue } from "../../events.ts";
import { isBlank, isRecord } from "../../host/models/reply.ts";
import type { ModelCompletion } from "../../model.ts";
import { malformedReply } from "../malformed-reply.ts";
import { reportedError } from "../reported-error.ts";
import { readMetrics } from "./metrics.ts";

/** Where providers put what a model has thought. */
export const REASONING_FIELDS = ["reasoning_content", "reasoning", "thinking"] as const;

/**
 * What a whole reply says (HOST-M10). Throws a `ModelFailure` for a reply without a message, and for an error that the provider reports; a
 * message's text and calls are handed on as they are, for the round to judge (HOST-M02, HOST-M14).
 */
export function readReply(reply: JsonValue): Omit<ModelCompletion, "raw"> {
  const { error, model, choices, usage, timings, metrics } = fieldsOf(reply);
  if (error && !choices) throw reportedError(error);
  if (!Array.isArray(choices)) throw malformedReply("no choices in response");
  if (choices.length === 0) throw malformedReply("response had zero choices");
  const { message, finish_reason: finish } = fieldsOf(choices[0]);
  if (!isRecord(message) || Array.isArray(message)) throw malformedReply("choice had no message");
  const reasoning = REASONING_FIELDS.map((name) => message[name]).find(isReasoning);
  return {
    result: resultOf(message),
    ...(typeof finish === "string" && { finishReason: finish }),
    ...(reasoning !== undefined && { reasoning }),
    ...(typeof model === "string" && { model }),
    ...readMetrics({ usage, timings, metrics }),
  };
}

function resultOf({ content, tool_calls: calls }: { readonly [field: string]: unknown }) {
  const toolCalls = Array.isArray(calls) ? calls.map(callOf) : (calls ?? undefined);
  const result = { text: content ?? "", ...(toolCalls !== undefined && { toolCalls }) };
  return result as ModelCompletion["result"];
}

function callOf(call: unknown): object {
  const { id, function: said } = fieldsOf(call);
  const { name, arguments: given } = fieldsOf(said);
  return { id, name, arguments: given };
}

function isReasoning(text: unknown): text is string {
  return typeof text === "string" && !isBlank(text);
}

function fieldsOf(value: unknown): { readonly [field: string]: unknown } {
  return isRecord(value) ? value : {};
}
