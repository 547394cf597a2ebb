import type { JsonValue } from "../events.ts";
import type { Json } from "../json.ts";
import { decodeUtf8, encodeUtf8 } from "../utf8.ts";
import { parseJson } from "./json-parse.ts";
import { jsonText } from "./json-text.ts";

/** JSON data of a run as fresh data of the host's side, where all numbers are doubles. */
export function plainJson(json: Json): JsonValue {
  // By way of text: no key is special to the native parser, and it is faster than any walk.
  return JSON.parse(decodeUtf8(jsonText(json))) as JsonValue;
}

/** Data of the host's side as JSON data of a run; undefined for what JSON does not have. Throws what the data's own code throws. */
export function jsonFromHost(value: unknown): Json | undefined {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : parseJson(encodeUtf8(text));
}
