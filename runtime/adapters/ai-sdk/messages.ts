import type { WireMessage, WirePart, WireToolCall } from "../../model.ts";
import { ModelFailure } from "../../model-failure.ts";
import { imageFile, resultImage } from "./image.ts";
import type { FilePart, LanguageModel, PromptMessage, TextPart, ToolResultPart } from "./language-model.ts";

/**
 * A composed list of messages as the AI SDK writes it; the results of one batch of tool calls are one message. Throws a configuration
 * failure for what it cannot say.
 */
export function promptMessages(messages: readonly WireMessage[], model: Specification): PromptMessage[] {
  const toolNames = new Map<string, string>();
  const written: PromptMessage[] = [];
  let batch: ToolResultPart[] | undefined;
  for (const message of messages) {
    if (message.role !== "tool") {
      batch = undefined;
      written.push(spoken(message));
      for (const { id, name } of callsOf(message)) toolNames.set(id, name);
      continue;
    }
    if (batch === undefined) {
      batch = [];
      written.push({ role: "tool", content: batch });
    }
    const { tool_call_id: toolCallId, content } = message;
    const toolName = toolNames.get(toolCallId) ?? "";
    batch.push({ type: "tool-result", toolCallId, toolName, output: resultOf(content, model) });
  }
  return written;
}

type Specification = Pick<LanguageModel, "specificationVersion">;
type Spoken = Exclude<WireMessage, { role: "tool" }>;

function spoken(message: Spoken): PromptMessage {
  const { role, content } = message;
  if (role === "system") return { role, content: systemText(content) };
  if (role === "user") return { role, content: partsOf(content) };
  const calls = callsOf(message).map(
    ({ id, name, arguments: input }) =>
      ({ type: "tool-call", toolCallId: id, toolName: name, input }) as const,
  );
  // Providers refuse an empty text beside calls, and a message without parts.
  const said = content === "" && calls.length > 0 ? [] : partsOf(content);
  return { role, content: [...said, ...calls] };
}

function callsOf(message: Spoken): readonly WireToolCall[] {
  return ("tool_calls" in message ? message.tool_calls : undefined) ?? [];
}

function systemText(content: WireMessage["content"]): string {
  const text = textOf(content);
  if (text !== undefined) return text;
  throw new ModelFailure({ kind: "config", message: "the AI SDK takes no images in system messages" });
}

function partsOf(content: WireMessage["content"]): (TextPart | FilePart)[] {
  return listOf(content).map((part) =>
    part.type === "text" ? { type: "text", text: part.text } : imageFile(part.image_url.url),
  );
}

function resultOf(content: WireMessage["content"], model: Specification): ToolResultPart["output"] {
  const text = textOf(content);
  if (text !== undefined) return { type: "text", value: text };
  const value = listOf(content).map((part) =>
    part.type === "text"
      ? ({ type: "text", text: part.text } as const)
      : resultImage(part.image_url.url, model),
  );
  return { type: "content", value };
}

function listOf(content: WireMessage["content"]): readonly WirePart[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** Content without images as one text. */
function textOf(content: WireMessage["content"]): string | undefined {
  const texts = listOf(content).map((part) => (part.type === "text" ? part.text : undefined));
  return texts.includes(undefined) ? undefined : texts.join("");
}
