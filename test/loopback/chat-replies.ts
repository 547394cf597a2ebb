import type { ChatReply } from "./chat-server.ts";

/** A tool call as providers write it. */
export interface CallText {
  readonly id: string;
  readonly name: string;
  /** The JSON text of an object. */
  readonly arguments: string;
}

/** A whole reply with a text. `fields` are added to the completion. */
export function say(content: string, fields: object = {}): ChatReply {
  return { json: completion({ role: "assistant", content }, "stop", fields) };
}

/** A whole reply with tool calls. */
export function ask(...calls: readonly CallText[]): ChatReply {
  return {
    json: completion({ role: "assistant", content: null, tool_calls: calls.map(wired) }, "tool_calls"),
  };
}

/** A streamed reply: the fragments of a text, a finish reason, `usage` when given, and `[DONE]`. */
export function streamText(fragments: readonly string[], usage?: object): ChatReply {
  return {
    chunks: [
      ...fragments.map((content) => event(chunk({ content }))),
      event(chunk({}, "stop")),
      ...(usage === undefined ? [] : [event({ model: "test-model", choices: [], usage })]),
      DONE,
    ],
  };
}

/** A streamed reply with tool calls, each as one fragment that opens it and one for each character of its arguments. */
export function streamCalls(...calls: readonly CallText[]): ChatReply {
  const fragments = calls.flatMap((call, index) => [
    { index, ...wired({ ...call, arguments: "" }) },
    ...[...call.arguments].map((piece) => ({ index, function: { arguments: piece } })),
  ]);
  return {
    chunks: [
      ...fragments.map((fragment) => event(chunk({ tool_calls: [fragment] }))),
      event(chunk({}, "tool_calls")),
      DONE,
    ],
  };
}

/** A chunk of a streamed reply with one choice. */
export function chunk(delta: object, finish: string | null = null): object {
  return { model: "test-model", choices: [{ index: 0, delta, finish_reason: finish }] };
}

/** A value as one server-sent event. */
export function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** The last event of a stream. */
export const DONE = "data: [DONE]\n\n";

function completion(message: object, finish: string, fields: object = {}): object {
  return { model: "test-model", choices: [{ index: 0, message, finish_reason: finish }], ...fields };
}

function wired({ id, name, arguments: text }: CallText): object {
  return { id, type: "function", function: { name, arguments: text } };
}
