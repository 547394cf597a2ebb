import type { Model } from "../model.ts";
import type { ModelDescriptor } from "../options.ts";

/** A model that answers as told, with what is assumed of a model of which nothing else is known. */
export function describedModel(
  descriptor: Partial<ModelDescriptor> & Pick<ModelDescriptor, "id">,
  complete: Model["complete"],
): Model {
  return { context: 131_072, thinking: "switchable", ...descriptor, complete };
}
