import type { Model } from "../model.ts";
import type { ModelDescriptor } from "../options.ts";
import { describedModel } from "./described-model.ts";
import { lastText } from "./last-text.ts";

/** A model that answers with the text of the last message: for trying a prompt without a provider. */
export function echo(descriptor: Partial<ModelDescriptor> = {}): Model {
  return describedModel({ id: "echo", ...descriptor }, (request) => {
    const text = lastText(request);
    request.onDelta?.(text);
    return { result: { text }, finishReason: "stop", model: "echo" };
  });
}
