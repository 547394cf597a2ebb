import { checkTable, typeError } from "../arguments.ts";
import { runtimeError } from "../error.ts";
import { getMetamethod } from "../metatable.ts";
import { GlobalTable, LuaTable } from "../table.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `setmetatable(t, metatable)`: gives t back; `_G` has rules of its own (ENV-07, ENV-20 to ENV-22). */
export function baseSetmetatable(vm: VM): LuaFunction {
  return function setmetatable(value: Value, metatable: Value): Result {
    const table = checkTable(value, 1, arguments.length);
    if (metatable instanceof LuaTable) refuseFinalizer(metatable);
    else if (metatable !== undefined || arguments.length < 2) {
      throw typeError(metatable, 2, "nil or table", arguments.length);
    }
    if (table.mt !== undefined && getMetamethod(vm, table, "__metatable") !== undefined) {
      throw runtimeError("cannot change a protected metatable");
    }
    if (table instanceof GlobalTable) copyEvents(table, metatable);
    table.mt = metatable;
    return table;
  };
}

function refuseFinalizer(metatable: LuaTable): void {
  if (metatable.getString("__gc") !== undefined) {
    throw runtimeError("setmetatable: finalizers (__gc) are not available in the sandbox");
  }
}

/** Events of `_G` other than `__index` and `__newindex` are those of the moment (ENV-22). */
function copyEvents(globals: GlobalTable, metatable: LuaTable | undefined): void {
  if (metatable === undefined) {
    globals.events = undefined;
    return;
  }
  if (metatable.getString("__mode") !== undefined) {
    throw runtimeError("setmetatable: weak tables (__mode) are not available for _G");
  }
  const events = new LuaTable();
  for (const key of Object.keys(metatable.s)) events.setField(key, metatable.s[key]);
  metatable.hash?.forEach((value, key) => {
    if (typeof key === "string") events.setField(key, value);
  });
  globals.events = events;
}
