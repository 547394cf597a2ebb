import { checkFunction } from "../arguments.ts";
import { EMPTY, first } from "../call.ts";
import { comesBefore } from "../compare.ts";
import { argumentError, crossing } from "../error.ts";
import { spend } from "../fuel.ts";
import { reserve } from "../memory.ts";
import type { LuaTable } from "../table.ts";
import { recount } from "../table-write.ts";
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
    const before = comparison === undefined ? natural(vm) : by(vm, checkFunction(comparison, 2));
    spend(vm, size);
    if (isPlain(list) && list.holes === 0) sortSlots(vm, list, before);
    else sortElements(vm, list, size, before);
    return EMPTY;
  };
}

/** Sorts a list where it stands; the comparison sees what is sorted so far, and may even change the list. */
function sortSlots(vm: VM, list: LuaTable, before: Before): void {
  const { arr } = list;
  const { spares } = vm;
  // A list that the comparison makes longer must not leave the array that is being sorted to another.
  vm.spares = undefined;
  try {
    quicksort(arr, 1, arr.length - 1, before);
  } finally {
    vm.spares = spares;
    recount(list);
  }
}

/** What a value of a copied list takes. */
const VALUE_BYTES = 8;

/** Sorts what metamethods give and take. */
function sortElements(vm: VM, list: Value, size: number, before: Before): void {
  const values: Value[] = [0];
  for (let key = 1; key <= size; key++) {
    if ((key & 31) === 0) {
      spend(vm, 16);
      reserve(vm, key * VALUE_BYTES);
    }
    values.push(element(vm, list, key));
  }
  // What is sorted so far stays when the comparison raises.
  try {
    quicksort(values, 1, size, before);
  } finally {
    for (let key = 1; key <= size; key++) {
      if (--vm.fuel < 0) spend(vm, 0);
      setElement(vm, list, key, values[key]);
    }
  }
}

function natural(vm: VM): Before {
  return (a, b) => {
    if (--vm.fuel < 0) spend(vm, 0);
    return typeof a === "number" && typeof b === "number" ? a < b : comesBefore(vm, a, b);
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
