import type { JsonValue } from "../../events.ts";
import { hostText } from "../../host-text.ts";

/** A frozen, well-formed copy of JSON data of the host's side. Throws a `TypeError` for what JSON does not have. */
export function hostCopy(data: unknown): JsonValue {
  return JSON.parse(hostText(data, "it"), (_key, value: JsonValue) => Object.freeze(value)) as JsonValue;
}
