import type { Json } from "../json.ts";
import { LuaTable } from "../lua/table.ts";
import type { Value } from "../lua/value.ts";

/**
 * An empty table that forwards reads to data behind it and refuses or checks writes: a frozen `argv`, a guarded `var`
 * (ARG-53, VAR-02). Its metatable shows Lua only a string (META-03).
 */
export abstract class StandIn extends LuaTable {
  /** The data behind it as JSON (ARG-78). Throws an error value when it cannot be JSON (VAR-30). */
  abstract data(): Json;
  /** Its last element's position. */
  abstract readonly length: number;
}

/** What tells a table whose writes the host takes from one that takes them itself. */
export class StandInMetatable extends LuaTable {}

/** The metatable of a stand-in: what serves reads, what takes writes, what `getmetatable` shows. */
export function standInMetatable(read: Value, write: Value, shown: Value): LuaTable {
  const metatable = new StandInMetatable();
  metatable.setField("__index", read);
  metatable.setField("__newindex", write);
  metatable.setField("__metatable", shown);
  return metatable;
}
