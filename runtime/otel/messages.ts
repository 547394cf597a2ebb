import type { WireMessage, WirePart, WireToolCall } from "../model.ts";

/** A part of a message in the form of the GenAI conventions. */
export type MessagePart = { readonly type: string } & { readonly [field: string]: unknown };

/** The JSON of `gen_ai.input.messages`: what a round sends. */
export function inputMessages(messages: readonly WireMessage[]): string {
  return JSON.stringify(messages.map((message) => ({ role: message.role, parts: partsOf(message) })));
}

/** The JSON of `gen_ai.output.messages`: the one reply of a round. */
export function outputMessages(parts: readonly MessagePart[], finishReason: string): string {
  return JSON.stringify([{ role: "assistant", parts, finish_reason: finishReason }]);
}

/** What is said. */
export function textPart(content: string): MessagePart {
  return { type: "text", content };
}

/** What a model has thought. */
export function reasoningPart(content: string): MessagePart {
  return { type: "reasoning", content };
}

/** The call of a tool. */
export function callPart({ id, name, arguments: given }: WireToolCall): MessagePart {
  return { type: "tool_call", id, name, arguments: given };
}

function partsOf(message: WireMessage): readonly MessagePart[] {
  const { role, content } = message;
  if (role === "tool") return [{ type: "tool_call_response", id: message.tool_call_id, response: content }];
  const contents = typeof content === "string" ? [textPart(content)] : content.map(contentPart);
  if (role !== "assistant" || message.tool_calls === undefined) return contents;
  return [...contents, ...message.tool_calls.map(callPart)];
}

function contentPart(part: WirePart): MessagePart {
  return part.type === "text"
    ? textPart(part.text)
    : { type: "uri", modality: "image", uri: part.image_url.url };
}
