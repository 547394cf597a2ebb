import type { CallMetrics, EventBase, EventFields } from "../events.ts";
import type { ModelRequest } from "../model.ts";
import { callPart, inputMessages, outputMessages, reasoningPart, textPart } from "./messages.ts";
import type { Attributes } from "./tracer.ts";

type Event<Kind extends keyof EventFields> = EventBase<Kind> & EventFields[Kind];

/** What a round asks: the model, the sampling, and with the content the messages. */
export function requestAttributes(request: ModelRequest, content: boolean): Attributes {
  const { modelId, role, options, messages, stream } = request;
  const { temperature, maxTokens } = options;
  return {
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": modelId,
    "gen_ai.request.stream": stream,
    "promptforge.role": role,
    ...(temperature !== undefined && { "gen_ai.request.temperature": temperature }),
    ...(maxTokens !== undefined && { "gen_ai.request.max_tokens": maxTokens }),
    ...(content && { "gen_ai.input.messages": inputMessages(messages) }),
  };
}

/** What a captured response says: all that is known of the tokens of a round that calls tools. */
export function responseAttributes({ body, finish_reason }: Event<"response">): Attributes {
  const { prompt_tokens, completion_tokens, input_tokens, output_tokens } = record(record(body)["usage"]);
  const input = prompt_tokens ?? input_tokens;
  const output = completion_tokens ?? output_tokens;
  return {
    ...finished(finish_reason),
    ...(typeof input === "number" && { "gen_ai.usage.input_tokens": input }),
    ...(typeof output === "number" && { "gen_ai.usage.output_tokens": output }),
  };
}

/** A reply that is a text, with what it measured; `thinking` is shown with the content. */
export function replyAttributes(
  event: Event<"assistant_reply">,
  content: boolean,
  thinking: readonly string[],
): Attributes {
  const { finish_reason = "", metrics, text } = event;
  const parts = [...thinking.map(reasoningPart), textPart(text)];
  return {
    ...answered(event),
    ...finished(event.finish_reason),
    ...measured(metrics),
    ...(content && { "gen_ai.output.messages": outputMessages(parts, finish_reason) }),
  };
}

/** A reply that calls tools. */
export function callsAttributes(
  event: Event<"assistant_tool_calls">,
  content: boolean,
  thinking: readonly string[],
): Attributes {
  const parts = [...thinking.map(reasoningPart), ...event.calls.map(callPart)];
  return {
    ...answered(event),
    ...(content && { "gen_ai.output.messages": outputMessages(parts, "tool_call") }),
  };
}

function answered({ model, turn }: { readonly model: string; readonly turn: number }): Attributes {
  return { "promptforge.turn": turn, ...(model !== "" && { "gen_ai.response.model": model }) };
}

function finished(reason: string | undefined): Attributes {
  return reason === undefined ? {} : { "gen_ai.response.finish_reasons": [reason] };
}

function measured({ usage, client }: CallMetrics = {}): Attributes {
  const { cached_tokens, reasoning_tokens } = usage ?? {};
  return {
    ...(usage !== undefined && {
      "gen_ai.usage.input_tokens": usage.prompt_tokens,
      "gen_ai.usage.output_tokens": usage.completion_tokens,
    }),
    ...(cached_tokens !== undefined && { "gen_ai.usage.cache_read.input_tokens": cached_tokens }),
    ...(reasoning_tokens !== undefined && { "gen_ai.usage.reasoning.output_tokens": reasoning_tokens }),
    ...(client?.ttft_ms !== undefined && { "gen_ai.response.time_to_first_chunk": client.ttft_ms / 1000 }),
  };
}

function record(value: unknown): { readonly [field: string]: unknown } {
  return typeof value === "object" && value !== null ? (value as { readonly [field: string]: unknown }) : {};
}
