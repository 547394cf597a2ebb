import { nearest } from "../diagnostics/nearest.ts";
import type { Span } from "../source.ts";
import { rejectFrontmatter } from "./failure.ts";
import { type Key, type MapValue, rejectDuplicateField, rejectType, type Value } from "./value.ts";

/** One reader for each accepted key, in the order that messages list them. */
export type FieldReaders<Fields> = { readonly [Name in keyof Fields]-?: (value: Value) => Fields[Name] };

/** What was read: a key that the file does not have is absent. */
export type Read<Fields, Required extends keyof Fields> = Partial<Fields> & Pick<Fields, Required>;

/**
 * Reads a map with fixed keys in file order, so that the first mistake of the file is the one reported:
 * unknown key, key written twice, bad value; a missing `required` key comes after all these (FMT-10, FMT-19).
 * `missingAt` is the place of the latter, by default the map's first key (FMT-11).
 */
export function readFields<Fields extends object, Required extends keyof Fields & string = never>(
  map: MapValue,
  readers: FieldReaders<Fields>,
  required: readonly Required[] = [],
  missingAt: Span = map.span,
): Read<Fields, Required> {
  const read: Partial<Fields> = {};
  for (const { key, value } of map.entries) {
    if (!Object.hasOwn(readers, key.text)) rejectUnknownField(key, Object.keys(readers));
    if (Object.hasOwn(read, key.text)) rejectDuplicateField(key);
    const name = key.text as keyof Fields;
    read[name] = readers[name](value);
  }
  const missing = required.find((r) => !Object.hasOwn(read, r));
  if (missing !== undefined) rejectMissingField(missing, missingAt);
  return read as Read<Fields, Required>;
}

/** The map in `value`. Empty counts as a map without entries; anything else is a wrong type. */
export function readMap(value: Value, expected = "a map"): MapValue {
  if (value.kind === "null") return { kind: "map", entries: [], span: value.span };
  return value.kind === "map" ? value : rejectType(value, expected);
}

/** One word of a closed list, in which case counts; `a string` is the type of any other value (FMT-10). */
export function readWord<Word extends string>(value: Value, words: readonly Word[]): Word {
  if (value.kind !== "string") return rejectType(value, "a string");
  const word = words.find((w) => w === value.value);
  if (word !== undefined) return word;
  const detail = `unknown variant \`${value.value}\`, expected one of ${quoted(words)}`;
  return rejectFrontmatter("frontmatter-unknown-word", detail, value.span, didYouMean(value.value, words));
}

function rejectUnknownField(key: Key, accepted: readonly string[]): never {
  const expected =
    accepted.length === 2 ? `\`${accepted[0]}\` or \`${accepted[1]}\`` : `one of ${quoted(accepted)}`;
  const detail = `unknown field \`${key.text}\`, expected ${expected}`;
  rejectFrontmatter("frontmatter-unknown-key", detail, key.span, didYouMean(key.text, accepted));
}

function rejectMissingField(name: string, span: Span): never {
  rejectFrontmatter(
    "frontmatter-missing-key",
    `missing field \`${name}\``,
    span,
    `Add a line \`${name}: …\`.`,
  );
}

function quoted(words: readonly string[]): string {
  return words.map((w) => `\`${w}\``).join(", ");
}

function didYouMean(word: string, accepted: readonly string[]): string | undefined {
  const near = nearest(word, accepted);
  return near && `Did you mean \`${near}\`?`;
}
