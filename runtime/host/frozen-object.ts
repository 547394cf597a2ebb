import type { SectionVM } from "../engine/state.ts";
import { hostError } from "../lua/host-error.ts";
import { LuaTable } from "../lua/table.ts";
import { toText } from "../lua/to-text.ts";
import { Userdata, type Value } from "../lua/value.ts";
import { quoted } from "./quote.ts";

/** What Lua sees of a kind of host objects. */
export interface FrozenShape<Content> {
  /** How a refused write names them: `model handles`. */
  readonly plural: string;
  /** Every field that can be read; nil is a value like any other. */
  readonly fields: { readonly [name: string]: (content: Content) => Value };
  /** What `tostring` gives. */
  readonly text: (content: Content) => string;
}

/** Makes the objects of one kind for a section VM: userdata with fields that are read and never written (MOD-40, MOD-41, TOOL-01, TOOL-02). */
export function frozenObjects<Content>(
  vm: SectionVM,
  { plural, fields, text }: FrozenShape<Content>,
): (content: Content) => Userdata {
  const contentOf = (object: Value) => (object as Userdata).content as Content;
  const shown = (key: Value) => (typeof key === "string" ? key : toText(vm, key));
  const metatable = new LuaTable();
  metatable.setField("__index", (object, key) => {
    const read = typeof key === "string" && Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (read !== undefined) return read(contentOf(object));
    throw hostError(vm, "lua", `attempt to get an unknown field '${shown(key)}'`);
  });
  metatable.setField("__newindex", (_object, key) => {
    throw hostError(vm, "lua", `${plural} are frozen: cannot assign field ${quoted(shown(key))}`);
  });
  metatable.setField("__tostring", (object) => text(contentOf(object)));
  metatable.setField("__metatable", false);
  return (content) => new Userdata(content, metatable);
}
