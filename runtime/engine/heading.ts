import { spend } from "../lua/fuel.ts";
import { hostError } from "../lua/host-error.ts";
import { hostType } from "../lua/type-name.ts";
import type { Value } from "../lua/value.ts";
import { decodeUtf8, encodeUtf8, isUtf8 } from "../utf8.ts";
import type { Entry, SectionVM } from "./state.ts";

/** A heading reference as given: rows 1 and 2 of HEAD-04. Throws an error value of kind `lua`. */
export function headingReference(vm: SectionVM, value: Value): string {
  if (typeof value !== "string") throw refusal(vm, `section target must be a string, got ${hostType(value)}`);
  spend(vm, value.length >> 3);
  if (!isUtf8(value)) throw refusal(vm, "section target must be a valid UTF-8 string");
  return value;
}

/**
 * The section that a reference names among those visible from an entry, as an index into the module's sections (HEAD-01 to HEAD-03).
 * Throws an error value of kind `lua` with the text of rows 3 to 6 of HEAD-04.
 */
export function resolveHeading(entry: Entry, reference: string): number {
  return matchingHeadings(entry, reference, visibleFrom(entry))[0]!;
}

/** The same among other sections, and all that match. */
export function matchingHeadings(entry: Entry, reference: string, visible: readonly number[]): number[] {
  const { vm } = entry;
  const { sections } = entry.run.module;
  const { markers, space, name, text } = parts(reference);
  if (markers === "") throw refusal(vm, `section heading must include ### markers, got bare name: ${text}`);
  if (name === "") throw refusal(vm, `section heading has no name: ${text}`);
  if (space === "")
    throw refusal(vm, `section heading must have whitespace after the ${markers} markers: ${text}`);
  const found = visible.filter(
    (index) => sections[index]!.level === markers.length && sections[index]!.name === name,
  );
  if (found.length > 0) return found;
  const list = visible.map((index) => `${"#".repeat(sections[index]!.level)} ${sections[index]!.name}`);
  throw refusal(vm, `section heading \`${text}\` not found; available sections: ${list.join(", ")}`);
}

/** A byte string without the white space around it, which is Unicode's. */
export function trimmed(text: string): string {
  return encodeUtf8(decodeUtf8(text).replace(AROUND, ""));
}

/** The parts of a reference as byte strings; whitespace is Unicode's, so it is taken apart as text. */
function parts(reference: string): { markers: string; space: string; name: string; text: string } {
  const text = decodeUtf8(reference).replace(AROUND, "");
  const [, markers, space, name] = MARKED.exec(text) as unknown as [string, string, string, string];
  return { markers, space, name: encodeUtf8(name), text: encodeUtf8(text) };
}

// White_Space of Unicode: unlike `\s` it has U+0085 and lacks U+FEFF.
const AROUND = /^(?:[^\S\ufeff]|\x85)+|(?:[^\S\ufeff]|\x85)+$/g;
const MARKED = /^(#*)((?:[^\S\ufeff]|\x85)*)(.*)$/s;

/** The sections visible from an entry, its siblings before its children (HEAD-02), in the H1 pass the top-level ones (H1-09). */
export function visibleFrom(entry: Entry): readonly number[] {
  const { index } = entry;
  const { sections } = entry.run.module;
  const below = (parent?: number) =>
    [...sections.keys()].filter((other) => other !== index && sections[other]!.parent === parent);
  return index === undefined ? below() : [...below(sections[index]!.parent), ...below(index)];
}

function refusal(vm: SectionVM, text: string): unknown {
  return hostError(vm, "lua", text);
}
