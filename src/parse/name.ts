import { rejectFrontmatter } from "./failure.ts";
import type { Key, MapValue, Value } from "./value.ts";

/** One of the frontmatter's maps whose keys are names of the author's own (FMT-25). */
export interface NamedMap {
  /** What a key is, in messages. */
  readonly kind: "tool alias" | "model role label" | "arg name";
  readonly map: "tools" | "models" | "args";
}

export interface Named<Entry> {
  readonly name: string;
  readonly entry: Entry;
}

/** FMT-25: what aliases, role labels and arg names look like. */
export const grammar = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** FMT-27: the names that no tool alias or role label may take, and what each is. */
export const reserved: ReadonlyMap<string, string> = new Map<string, string>([
  ...words(
    "an Engine global",
    "args argv call compactors fanout item jump list_from_section log messages models prose store sys tasks tools ui untrusted user_input var",
  ),
  ...words(
    "a Lua standard-library global",
    "assert error getmetatable ipairs math next pairs pcall select setmetatable string table tonumber tostring type xpcall",
  ),
  ...words(
    "a Lua keyword",
    "and break do else elseif end false for function global goto if in local nil not or repeat return then true until while",
  ),
]);

/** The entries in file order; for each one its name is checked before its value is read (FMT-26). */
export function readNamed<Entry>(
  map: MapValue,
  of: NamedMap,
  readEntry: (value: Value) => Entry,
): Named<Entry>[] {
  const entries = new Map<string, Entry>();
  for (const { key, value } of map.entries) {
    checkName(key, of);
    if (entries.has(key.text)) {
      const detail = `duplicate ${of.kind} \`${key.text}\`: contract map keys must be unique`;
      rejectFrontmatter("contract-name-duplicate", detail, key.span);
    }
    entries.set(key.text, readEntry(value));
  }
  return [...entries].map(([name, entry]) => ({ name, entry }));
}

function checkName(key: Key, { kind, map }: NamedMap): void {
  if (map === "tools" && key.text === "open") {
    const detail =
      "the `open` key is reserved for the deferred open toolset posture; it is not a usable tool alias";
    rejectFrontmatter("contract-name-reserved", detail, key.span);
  }
  if (!grammar.test(key.text)) {
    const detail = `invalid ${kind} \`${key.text}\`: expected [A-Za-z][A-Za-z0-9_-]{0,63}`;
    rejectFrontmatter("contract-name-invalid", detail, key.span);
  }
  // Args are fields of `argv` and never globals, so they may take any name.
  const category = map === "args" ? undefined : reserved.get(key.text);
  if (category === undefined) return;
  const reason =
    "tool aliases and model role labels install as section VM globals, so none may take a reserved name";
  const detail = `${kind} \`${key.text}\` in \`${map}\` is reserved (${category}): ${reason}`;
  rejectFrontmatter("contract-name-reserved", detail, key.span);
}

function words(category: string, list: string): [string, string][] {
  return list.split(" ").map((w) => [w, category]);
}
