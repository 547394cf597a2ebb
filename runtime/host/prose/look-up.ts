import type { Json, JsonObject } from "../../json.ts";
import { displayText } from "../json-text.ts";
import type { ProseFailure } from "../prose.ts";

/** The text of the value at the keys: a key addresses an object only, and a null is as good as missing (SUB-40, SUB-44 to SUB-46). */
export function lookUp(
  value: Json | undefined,
  shown: string,
  keys: readonly string[],
): string | ProseFailure {
  let current = value;
  for (const key of keys) current = current instanceof Map ? (current as JsonObject).get(key) : undefined;
  if (current === undefined) return ["MissingKey", `missing ${shown}`];
  return current === null ? ["NullValue", `missing ${shown}`] : displayText(current);
}
