import { checkAny, checkInteger } from "../arguments.ts";
import type { Walker } from "../for-in.ts";
import { integer } from "../number.ts";
import { element } from "../table/list.ts";
import { LuaTable } from "../table.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `ipairs(t)`: the pairs of t[1], t[2], … up to the first nil, read with `__index` (META-02). */
export function baseIpairs(vm: VM): LuaFunction {
  const step: LuaFunction = (table, position) => {
    const slot =
      typeof position === "number" && position >= 0 && position < 0x7fffffff
        ? position + 1
        : integer(BigInt(checkInteger(position, 2)) + 1n);
    const value =
      table instanceof LuaTable && table.mt === undefined ? table.get(slot) : element(vm, table, slot);
    return value === undefined ? undefined : [slot, value];
  };
  const ipairs: Walker = function (table: Value): Result {
    checkAny(1, arguments.length);
    return [step, table, 0];
  };
  ipairs.walk = (table) =>
    table instanceof LuaTable && table.mt === undefined ? new ArrayWalk(table) : undefined;
  return ipairs;
}

/** The walk of `ipairs` over a table without metatable. */
class ArrayWalk {
  k = 0;
  v: Value = undefined;
  readonly table: LuaTable;

  constructor(table: LuaTable) {
    this.table = table;
  }

  next(): boolean {
    const { table } = this;
    const slot = ++this.k;
    const { arr } = table;
    const value = slot < arr.length ? arr[slot] : table.get(slot);
    this.v = value;
    return value !== undefined;
  }
}
