import { varargTable } from "../construct.ts";
import { spend } from "../fuel.ts";
import { watchGrowth } from "../memory.ts";
import type { LuaTable } from "../table.ts";
import type { LuaFunction, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `table.pack(…)`: a table of the arguments, their number in `n`. */
export function tablePack(vm: VM): LuaFunction {
  const pack: LuaFunction = (...values) => packed(vm, values);
  pack.all = (values) => packed(vm, values);
  return pack;
}

function packed(vm: VM, values: readonly Value[]): LuaTable {
  spend(vm, values.length >> 3);
  const table = varargTable(values);
  watchGrowth(vm, table);
  return table;
}
