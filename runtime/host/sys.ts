import type { Entry, SectionVM } from "../engine/state.ts";
import type { Json } from "../json.ts";
import { hostError } from "../lua/host-error.ts";
import { LuaTable } from "../lua/table.ts";
import type { Value } from "../lua/value.ts";
import { encodeUtf8 } from "../utf8.ts";
import { fieldName } from "./field-name.ts";
import { luaFromJson } from "./json-to-lua.ts";
import { standInMetatable } from "./stand-in.ts";

/** The global `sys`: an empty table that reads the fields of the section entry and refuses everything else (SYS-01 to SYS-05). */
export function hostSys(vm: SectionVM): LuaTable {
  return sealedSys(vm, sysField);
}

/** The same over other fields; JSON null reads as nil. */
export function sealedSys(vm: SectionVM, field: (entry: Entry, name: string) => Json | undefined): LuaTable {
  const read = (_table: Value, key: Value) => {
    if (typeof key !== "string") throw refusal(vm, "sys fields must be accessed by string key");
    const value = field(vm.entry, key);
    if (value === undefined) throw refusal(vm, `unknown sys field '${key}'`);
    return luaFromJson(value);
  };
  const write = (_table: Value, key: Value) => {
    throw refusal(vm, `sys is read-only; cannot set '${fieldName(key)}'`);
  };
  const sys = new LuaTable();
  sys.mt = standInMetatable(read, write, "sys is sealed");
  return sys;
}

/** A field of `sys` as it stands now; undefined when it is not present (SUB-31). */
export function sysField(entry: Entry, name: string): Json | undefined {
  return Object.hasOwn(FIELDS, name) ? FIELDS[name]!(entry) : undefined;
}

const FIELDS: { readonly [name: string]: (entry: Entry) => Json | undefined } = {
  when: (entry) => instantText(entry.run.startedAt),
  id: (entry) => entry.id,
  taskid: (entry) => entry.chain.task,
  section_name: (entry) => entry.section,
  execution: (entry) => encodeUtf8(entry.run.execution),
  section_count: (entry) => entry.run.module.topLevel,
  index: (entry) => entry.seed?.index,
  model: (entry) => entry.model,
};

/**
 * An instant in milliseconds of 1970 as `YYYY-MM-DDTHH:MM:SS[.fff]Z`: UTC, for the years 0000 to 9999, trailing zeros of the
 * fraction dropped (SYS-04).
 */
export function instantText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.?0*Z$/, "Z");
}

function refusal(vm: SectionVM, text: string): unknown {
  return hostError(vm, "lua", `runtime error: ${text}`);
}
