import { spend } from "../fuel.ts";
import { hostError } from "../host-error.ts";
import { LONG, payLookup } from "../long-string.ts";
import { next, paySort, payWork } from "../next.ts";
import { LuaTable } from "../table.ts";
import { hostType } from "../type-name.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `next(t, key)`: the pair behind `key` in the order of ITER-01, two nils past the end (ITER-06 to ITER-08). */
export function baseNext(vm: VM): LuaFunction {
  return (table: Value, key: Value): Result => {
    if (table instanceof LuaTable) {
      paySort(vm, table);
      if (typeof key === "string" && key.length > LONG) {
        payLookup(vm, table, key);
        // Its place depends on whether it is UTF-8.
        spend(vm, key.length >> 2);
      }
      const pair = next(table, key);
      payWork(vm, table);
      return pair;
    }
    throw hostError(vm, "lua", `bad argument #1: error converting Lua ${hostType(table)} to table`);
  };
}
