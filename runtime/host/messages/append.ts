import { setIndex } from "../../lua/index.ts";
import { watchGrowth } from "../../lua/memory.ts";
import { Fields, LuaTable } from "../../lua/table.ts";
import { border, set } from "../../lua/table-write.ts";
import type { Value } from "../../lua/value.ts";
import type { VM } from "../../lua/vm.ts";
import { StandIn, StandInMetatable } from "../stand-in.ts";

/** Puts a value behind the last of a list: raw, but where the host guards the list, whose errors are raised (VAR-06, ARG-61). */
export function appendTo(vm: VM, list: LuaTable, value: Value): void {
  if (list.mt instanceof StandInMetatable) {
    setIndex(vm, list, (list instanceof StandIn ? list.length : 0) + 1, value);
    return;
  }
  set(list, border(list) + 1, value);
  watchGrowth(vm, list);
}

/** A record as a builder makes it: a field that is nil is not there (CONV-01). */
export function recordTable(role: string, content: Value, more?: string, value?: Value): LuaTable {
  const record = new LuaTable(undefined, new Fields());
  record.setField("role", role);
  record.setField("content", content);
  if (more !== undefined) record.setField(more, value);
  return record;
}
