import { checkFunction } from "../arguments.ts";
import { EMPTY, first } from "../call.ts";
import { comesBefore } from "../compare.ts";
import { argumentError, crossing } from "../error.ts";
import { spend } from "../fuel.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { checkList, element, isPlain, lengthOf, setElement } from "./list.ts";
import { type Before, quicksort } from "./quicksort.ts";

/** `table.sort(list, comparison = <)` (LIB-33): in place, with the order that stock Lua gives to equal elements. */
export function tableSort(vm: VM): LuaFunction {
  return function sort(list: Value, comparison: Value): Result {
    const count = arguments.length;
    checkList(vm, list, 1, count, "__index", "__newindex", "__len");
    const size = lengthOf(vm, list);
    if (size < 2) return EMPTY;
    if (size >= 0x7fffffff) throw argumentError(1, "array too big");
    const comparator = comparison === undefined ? undefined : checkFunction(comparison, 2);
    const values = read(vm, list, size);
    if (comparator === undefined && sortUniform(vm, values)) write(vm, list, values);
    else {
      // What is sorted so far stays when the comparison raises.
      try {
        quicksort(values, 1, size, comparator === undefined ? natural(vm) : by(vm, comparator));
      } finally {
        write(vm, list, values);
      }
    }
    return EMPTY;
  };
}

/** The elements at 1 to size; a copy, because the comparison may change the table. */
function read(vm: VM, list: Value, size: number): Value[] {
  spend(vm, size);
  if (isPlain(list)) return list.arr.slice(0, size + 1);
  const values: Value[] = [0];
  for (let key = 1; key <= size; key++) values.push(element(vm, list, key));
  return values;
}

function write(vm: VM, list: Value, values: Value[]): void {
  if (isPlain(list) && list.holes === 0 && list.arr.length === values.length) {
    const { arr } = list;
    for (let key = 1; key < values.length; key++) arr[key] = values[key];
    return;
  }
  for (let key = 1; key < values.length; key++) setElement(vm, list, key, values[key]);
}

/** Sorts numbers only or strings only by JavaScript's own means; false when the elements are neither. */
function sortUniform(vm: VM, values: Value[]): boolean {
  const kind = typeof values[1];
  if (kind !== "number" && kind !== "string") return false;
  for (let at = 1; at < values.length; at++) {
    const value = values[at];
    // NaN has no place in the order: stock Lua's steps decide.
    if (typeof value !== kind || Number.isNaN(value)) return false;
  }
  spend(vm, values.length * 2);
  values.shift();
  if (kind === "string") values.sort();
  else {
    const numbers = Float64Array.from(values as number[]).sort();
    for (let at = 0; at < numbers.length; at++) values[at] = numbers[at];
  }
  values.unshift(0);
  return true;
}

function natural(vm: VM): Before {
  return (a, b) => {
    if (--vm.fuel < 0) spend(vm, 0);
    return comesBefore(vm, a, b);
  };
}

function by(vm: VM, comparator: LuaFunction): Before {
  return (a, b) => {
    if (--vm.fuel < 0) spend(vm, 0);
    let before: Result;
    try {
      before = comparator(a, b);
      if (typeof before === "object") before = first(before);
    } catch (thrown) {
      throw crossing(vm, thrown, comparator);
    }
    return before !== undefined && before !== false;
  };
}
