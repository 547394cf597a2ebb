import { checkInteger } from "../arguments.ts";
import { EMPTY } from "../call.ts";
import { argumentError, runtimeError } from "../error.ts";
import { spend } from "../fuel.ts";
import { watchGrowth } from "../memory.ts";
import type { LuaTable } from "../table.ts";
import { border, setInteger } from "../table-write.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { checkList, element, isPlain, lengthOf, setElement } from "./list.ts";

/** `table.insert(list, pos = #list + 1, value)` (LIB-32). */
export function tableInsert(vm: VM): LuaFunction {
  return function insert(list: Value, position: Value, value: Value): Result {
    const count = arguments.length;
    if (count === 2 && isPlain(list)) {
      setInteger(list, border(list) + 1, position);
      watchGrowth(vm, list);
      return EMPTY;
    }
    checkList(vm, list, 1, count, "__index", "__newindex", "__len");
    const end = lengthOf(vm, list) + 1;
    if (count === 2) setElement(vm, list, end, position);
    else if (count === 3) insertAt(vm, list, checkInteger(position, 2), end, value);
    else throw runtimeError("wrong number of arguments to 'insert'");
    return EMPTY;
  };
}

function insertAt(vm: VM, list: Value, position: number | bigint, end: number, value: Value): void {
  if (position < 1 || position > end) throw argumentError(2, "position out of bounds");
  const at = Number(position);
  if (isPlain(list) && canSplice(list, end) && at < end && value !== undefined) {
    spend(vm, (end - at) >> 5);
    list.arr.splice(at, 0, value);
    watchGrowth(vm, list);
    return;
  }
  for (let to = end; to > at; to--) {
    spend(vm, 1);
    setElement(vm, list, to, element(vm, list, to - 1));
  }
  setElement(vm, list, at, value);
}

/** True when all elements stand in the array part and none would have to follow from the hash. */
function canSplice(list: LuaTable, end: number): boolean {
  return list.holes === 0 && list.arr.length === end && (list.hash === undefined || list.hash.size === 0);
}
