import { checkPosition } from "../arguments.ts";
import { argumentError } from "../error.ts";
import { spend } from "../fuel.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { checkList, element, isPlain, lengthOf, setElement } from "./list.ts";

/** `table.remove(list, pos = #list)`: takes out an element and gives it (LIB-32). */
export function tableRemove(vm: VM): LuaFunction {
  return function remove(list: Value, position: Value): Result {
    const count = arguments.length;
    checkList(vm, list, 1, count, "__index", "__newindex", "__len");
    const size = lengthOf(vm, list);
    let at = size;
    if (position !== undefined) {
      at = checkPosition(position, 2);
      if (at !== size && (at < 1 || at > size + 1)) throw argumentError(2, "position out of bounds");
    }
    if (isPlain(list) && list.holes === 0 && at > 0 && at <= size) {
      if (at === size) return list.arr.pop();
      spend(vm, (size - at) >> 5);
      return list.arr.splice(at, 1)[0];
    }
    const removed = element(vm, list, at);
    for (; at < size; at++) {
      spend(vm, 1);
      setElement(vm, list, at, element(vm, list, at + 1));
    }
    setElement(vm, list, at, undefined);
    return removed;
  };
}
