import type { Json, JsonObject } from "../json.ts";
import { LuaFloat } from "../lua/number.ts";
import { LuaTable } from "../lua/table.ts";
import { set } from "../lua/table-write.ts";
import { Userdata, type Value } from "../lua/value.ts";

/** What a JSON null is where Lua must be able to tell it from nil: a truthy userdata, equal only to itself (ARG-41). */
export const NULL_MARKER: Userdata = /* @__PURE__ */ new Userdata(null);

/** A table made from a JSON array: it stays an array when it is read back, also when it is empty (ARG-41, ARG-74). */
export class ArrayTable extends LuaTable {}

/** JSON as fresh, plain Lua values (JSON-01); a null inside is `nullValue`: nil (a hole in an array) or the null marker. */
export function luaFromJson(json: Json, nullValue?: Userdata): Value {
  if (json === null) return nullValue;
  if (!isContainer(json)) return json;
  const root = emptyTable(json);
  // No recursion: data of the host's side may be nested deeper than the stack.
  const open: (readonly [Container, LuaTable])[] = [[json, root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [container, table] = next;
    for (const [key, member] of membersOf(container)) {
      const inner = isContainer(member) ? emptyTable(member) : undefined;
      if (inner !== undefined) open.push([member as Container, inner]);
      set(table, key, inner ?? (member as Exclude<Json, Container>) ?? nullValue);
    }
  }
  return root;
}

type Container = readonly Json[] | JsonObject;

function emptyTable(container: Container): LuaTable {
  return container instanceof Map ? new LuaTable() : new ArrayTable();
}

/** True for what becomes a table. */
export function isContainer(json: Json): json is readonly Json[] | JsonObject {
  return typeof json === "object" && json !== null && !(json instanceof LuaFloat);
}

/** The members of an array or object under their Lua keys: an array counts from 1. */
export function* membersOf(json: readonly Json[] | JsonObject): Generator<[Value, Json], void> {
  if (json instanceof Map) yield* json as JsonObject;
  else for (const [offset, member] of (json as readonly Json[]).entries()) yield [offset + 1, member];
}
