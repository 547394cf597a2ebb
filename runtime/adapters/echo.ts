import type { Model, ModelRequest } from "../model.ts";
import type { ModelDescriptor } from "../options.ts";
import { describedModel } from "./described-model.ts";

/** A model that answers with the text of the last message: for trying a prompt without a provider. */
export function echo(descriptor: Partial<ModelDescriptor> = {}): Model {
  return describedModel({ id: "echo", ...descriptor }, (request) => {
    const text = lastText(request);
    request.onDelta?.(text);
    return { result: { text }, finishReason: "stop", model: "echo" };
  });
}

function lastText({ messages }: ModelRequest): string {
  const { content } = messages[messages.length - 1]!;
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : part.image_url.url)).join("");
}
