import { spend } from "../fuel.ts";
import { watchGrowth } from "../memory.ts";
import { LuaTable } from "../table.ts";
import type { LuaFunction, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `table.pack(…)`: a table of the arguments, their number in `n`. */
export function tablePack(vm: VM): LuaFunction {
  const pack: LuaFunction = (...values) => packed(vm, values);
  pack.all = (values) => packed(vm, [...values]);
  return pack;
}

function packed(vm: VM, values: Value[]): LuaTable {
  const count = values.length;
  spend(vm, count >> 3);
  const table = new LuaTable();
  while (values.length > 0 && values[values.length - 1] === undefined) values.pop();
  if (values.length > 0) {
    for (const value of values) if (value === undefined) table.ownRest().holes++;
    values.unshift(0);
    table.arr = values;
  }
  table.setField("n", count);
  watchGrowth(vm, table);
  return table;
}
