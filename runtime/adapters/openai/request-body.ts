import type { JsonValue } from "../../events.ts";
import type { ModelRequest, WireMessage } from "../../model.ts";
import type { Settings } from "./settings.ts";

/** The body of a chat-completions request (HOST-M10): without tools it has no list of tools; what is not set is not in it. */
export function requestBody(request: ModelRequest, { model, isSwitchable }: Settings): JsonValue {
  const { messages, tools, stream, options } = request;
  const { temperature, maxTokens, thinking } = options;
  return {
    model,
    messages: messages.map(chatMessage),
    stream,
    ...(stream && { stream_options: { include_usage: true } }),
    ...(tools.length > 0 && { tools: tools.map(chatTool), tool_choice: "auto" }),
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(thinking !== undefined && isSwitchable && { chat_template_kwargs: { enable_thinking: thinking } }),
  } as JsonValue;
}

function chatTool({ name, description, parameters }: ModelRequest["tools"][number]): object {
  return { type: "function", function: { name, description, parameters } };
}

function chatMessage(message: WireMessage): object {
  if (message.role !== "assistant" || message.tool_calls === undefined) return message;
  const calls = message.tool_calls.map(({ id, name, arguments: given }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(given) },
  }));
  return { ...message, tool_calls: calls };
}
