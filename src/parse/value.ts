import type { Span } from "../source.ts";
import { rejectFrontmatter } from "./failure.ts";
import type { JsonValue } from "./prompt.ts";

/** A YAML value with its place in the file: aliases resolved, mapping keys as text. */
export type Value =
  | { readonly kind: "null"; readonly span: Span }
  | { readonly kind: "boolean"; readonly value: boolean; readonly span: Span }
  | { readonly kind: "integer"; readonly value: bigint; readonly span: Span }
  | { readonly kind: "float"; readonly value: number; readonly span: Span }
  | { readonly kind: "string"; readonly value: string; readonly span: Span }
  | SequenceValue
  | MapValue;

export interface SequenceValue {
  readonly kind: "sequence";
  readonly items: readonly Value[];
  readonly span: Span;
}

/** Entries in file order; a key may come twice. */
export interface MapValue {
  readonly kind: "map";
  readonly entries: readonly { readonly key: Key; readonly value: Value }[];
  readonly span: Span;
}

export interface Key {
  readonly text: string;
  readonly span: Span;
}

/** FMT-10: how a message names a value that it did not expect. */
export function describe(value: Value): string {
  switch (value.kind) {
    case "null":
      return "unit value";
    case "string":
      return `string ${JSON.stringify(value.value)}`;
    case "float":
      return `floating point \`${floatText(value.value)}\``;
    case "integer":
    case "boolean":
      return `${value.kind} \`${value.value}\``;
    default:
      return value.kind;
  }
}

/** Rejects a value of the wrong type; `expected` names the right one (FMT-10). */
export function rejectType(value: Value, expected: string): never {
  rejectFrontmatter(
    "frontmatter-wrong-type",
    `invalid type: ${describe(value)}, expected ${expected}`,
    value.span,
  );
}

/** The text of a string value; anything else, an empty value too, is a wrong type (FMT-12, FMT-13). */
export function readString(value: Value): string {
  return value.kind === "string" ? value.value : rejectType(value, "a string");
}

/** A YAML boolean; anything else is a wrong type. */
export function readBoolean(value: Value): boolean {
  return value.kind === "boolean" ? value.value : rejectType(value, "a boolean");
}

/** An integer from `minimum` to `maximum`; `type` is the name of that range in messages (FMT-10). */
export function readInteger(value: Value, type: string, minimum: bigint, maximum: bigint): bigint {
  if (value.kind !== "integer") return rejectType(value, type);
  if (value.value >= minimum && value.value <= maximum) return value.value;
  const help = `Write an integer from ${minimum} to ${maximum}.`;
  return rejectFrontmatter(
    "frontmatter-out-of-range",
    `invalid value: ${describe(value)}, expected ${type}`,
    value.span,
    help,
  );
}

/** The items of a sequence; anything else is a wrong type. */
export function readSequence(value: Value): readonly Value[] {
  return value.kind === "sequence" ? value.items : rejectType(value, "a sequence");
}

/** An integer as a number where it is exact, else as it is. */
export function exactNumber(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** A value as plain data; a key written twice in a map is rejected (FMT-12). */
export function toJson(value: Value): JsonValue {
  switch (value.kind) {
    case "null":
      return null;
    case "integer":
      return exactNumber(value.value);
    case "sequence":
      return value.items.map(toJson);
    case "map":
      return mapToJson(value);
    default:
      return value.value;
  }
}

function mapToJson(map: MapValue): JsonValue {
  const members = new Map<string, JsonValue>();
  for (const { key, value } of map.entries) {
    if (members.has(key.text)) rejectDuplicateField(key);
    members.set(key.text, toJson(value));
  }
  return Object.fromEntries(members);
}

/** Rejects the second occurrence of a key (FMT-10). */
export function rejectDuplicateField(key: Key): never {
  rejectFrontmatter("frontmatter-duplicate-key", `duplicate field \`${key.text}\``, key.span);
}

function floatText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
