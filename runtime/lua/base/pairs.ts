import { call, callSteps } from "../call.ts";
import { crossing } from "../error.ts";
import type { Walker } from "../for-in.ts";
import { hostError } from "../host-error.ts";
import { getMetamethod } from "../metatable.ts";
import { PairsWalk, pairsIterator, paySort, payWork } from "../next.ts";
import { GlobalTable, LuaTable } from "../table.ts";
import { hostType } from "../type-name.ts";
import type { LuaFunction, Result, Steps, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `pairs(t)`: an iterator over the keys that t has now, in the order of ITER-01; `__pairs` goes before (ITER-04). */
export function basePairs(vm: VM): LuaFunction {
  const pairs: LuaFunction = (table) => {
    const method = pairsMethod(vm, table);
    if (method === undefined) return walk(vm, table as LuaTable);
    try {
      return call(vm, method, table);
    } catch (thrown) {
      throw crossing(vm, thrown, method);
    }
  };
  pairs.g = function* (table): Steps {
    const method = pairsMethod(vm, table);
    if (method === undefined) return walk(vm, table as LuaTable);
    try {
      return yield* callSteps(vm, method, table);
    } catch (thrown) {
      throw crossing(vm, thrown, method);
    }
  };
  (pairs as Walker).walk = (table) => {
    if (!(table instanceof LuaTable)) return undefined;
    if (table.mt !== undefined && pairsMethod(vm, table) !== undefined) return undefined;
    if (table.rest === undefined) {
      // Nothing to sort but the fields that the program text names, of which only the globals may be many.
      if (table instanceof GlobalTable) paySort(vm, table);
      return new PairsWalk(vm, table);
    }
    paySort(vm, table);
    const begun = new PairsWalk(vm, table);
    payWork(vm, table);
    return begun;
  };
  return pairs;
}

function walk(vm: VM, table: LuaTable): Result {
  paySort(vm, table);
  const iterator = pairsIterator(vm, table);
  payWork(vm, table);
  return [iterator, table, undefined];
}

/** The `__pairs` of a table; any other value is refused, whatever its metatable (ITER-05). */
function pairsMethod(vm: VM, table: Value): Value {
  if (!(table instanceof LuaTable)) {
    throw hostError(vm, "lua", `bad argument #1 to 'pairs' (table expected, got ${hostType(table)})`);
  }
  if (table.mt === undefined) return undefined;
  const method = getMetamethod(vm, table, "__pairs");
  if (method === undefined || typeof method === "function") return method;
  throw hostError(vm, "lua", `attempt to call a ${hostType(method)} value (metamethod '__pairs')`);
}
