import type { JsonValue } from "../events.ts";
import type { Json } from "../json.ts";
import { doubleToInteger, float } from "../lua/number.ts";
import { decodeUtf8, encodeUtf8 } from "../utf8.ts";
import { jsonText } from "./json-text.ts";
import type { Weight } from "./weight.ts";

/** JSON data of a run as fresh data of the host's side, where all numbers are doubles. */
export function plainJson(json: Json): JsonValue {
  // By way of text: no key is special to the native parser, and it is faster than any walk.
  return JSON.parse(decodeUtf8(jsonText(json))) as JsonValue;
}

/** Any data of the host's side as JSON data of a run; undefined for what JSON does not have. Throws what the data's own code throws. */
export function jsonFromHost(value: unknown): Json | undefined {
  // The native text and parser settle what is data: accessors, `toJSON`, members that are undefined.
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : jsonFromPlain(JSON.parse(text) as JsonValue);
}

/**
 * Plain JSON data of the host's side as JSON data of a run, however deep; a number without a fraction is an integer, a lone surrogate
 * U+FFFD. `weight`, where it is given, is told of each value and key.
 */
export function jsonFromPlain(value: JsonValue, weight?: Weight): Json {
  // No recursion: the data may be nested deeper than the stack.
  const open: (readonly [object, Json[] | Map<string, Json>])[] = [];
  const convert = (member: JsonValue): Json => {
    weight?.add(typeof member === "string" ? member.length : 0);
    if (typeof member === "string") return encodeUtf8(member);
    if (typeof member === "number") return doubleToInteger(member) ?? float(member);
    if (typeof member !== "object" || member === null) return member;
    const json = Array.isArray(member) ? [] : new Map<string, Json>();
    open.push([member, json]);
    return json;
  };
  const root = convert(value);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [plain, json] = next;
    if (json instanceof Map)
      for (const [key, member] of Object.entries(plain)) json.set(convert(key) as string, convert(member));
    else for (const member of plain as readonly JsonValue[]) json.push(convert(member));
  }
  return root;
}
