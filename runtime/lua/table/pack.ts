import { watchGrowth } from "../memory.ts";
import { LuaTable } from "../table.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `table.pack(…)`: a table of the arguments, their number in `n`. */
export function tablePack(vm: VM): LuaFunction {
  return (...values: Value[]): Result => {
    const count = values.length;
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
  };
}
