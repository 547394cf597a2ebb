import { GlobalTable, LuaTable } from "./table.ts";
import { Userdata, type Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** The metatable of a value: tables and userdata have their own, strings share one, other types have none. */
export function getMetatable(vm: VM, value: Value): LuaTable | undefined {
  if (value instanceof LuaTable) return value.mt;
  if (typeof value === "string") return vm.strings;
  return value instanceof Userdata ? value.metatable : undefined;
}

/** A metamethod of a value, read raw (manual §2.4); undefined when there is none. */
export function getMetamethod(vm: VM, value: Value, event: string): Value {
  if (value instanceof GlobalTable) return value.events?.getString(event);
  return getMetatable(vm, value)?.getString(event);
}
