import { checkInteger, optionalInteger } from "../arguments.ts";
import { EMPTY, result } from "../call.ts";
import { runtimeError } from "../error.ts";
import { spend } from "../fuel.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { element, isPlain, keyAt, lengthOf } from "./list.ts";

const MOST_RESULTS = 1_000_000;

/** `table.unpack(list, i = 1, j = #list)`: the elements i to j (LIB-32). */
export function tableUnpack(vm: VM): LuaFunction {
  return function unpack(list: Value, from: Value, to: Value): Result {
    const first = optionalInteger(from, 1, 2);
    const last = to === undefined ? lengthOf(vm, list) : checkInteger(to, 3);
    if (first > last) return EMPTY;
    if (isPlain(list) && first > 0 && last < list.arr.length && last > first) {
      checkSize(vm, Number(last) - Number(first) + 1);
      return list.arr.slice(first as number, (last as number) + 1);
    }
    const size = Number(BigInt(last) - BigInt(first)) + 1;
    checkSize(vm, size);
    const values: Value[] = [];
    for (let offset = 0; offset < size; offset++) {
      if ((offset & 31) === 31) spend(vm, 16);
      values.push(element(vm, list, keyAt(first, offset)));
    }
    return result(values);
  };
}

function checkSize(vm: VM, size: number): void {
  if (size >= MOST_RESULTS) throw runtimeError("too many results to unpack");
  spend(vm, size >> 3);
}
