import { checkInteger } from "../arguments.ts";
import { eq } from "../compare.ts";
import { argumentError, crossing } from "../error.ts";
import { spend } from "../fuel.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { checkList, element, keyAt, setElement } from "./list.ts";

const LARGEST_INTEGER = 0x7fffffffffffffffn;

/** `table.move(a, from, to, target, b = a)`: copies `a[from…to]` to `b[target…]`, gives b (LIB-32). */
export function tableMove(vm: VM): LuaFunction {
  return function move(source: Value, from: Value, to: Value, target: Value, other: Value): Result {
    const count = arguments.length;
    const first = checkInteger(from, 2, count);
    const last = checkInteger(to, 3, count);
    const start = checkInteger(target, 4, count);
    const destination = other === undefined ? source : other;
    checkList(vm, source, 1, count, "__index");
    checkList(vm, destination, other === undefined ? 1 : 5, count, "__newindex");
    if (last < first) return destination;
    const size = sizeOf(first, last, start);
    const forward =
      start > last || start <= first || !(destination === source || isSame(vm, source, destination));
    for (let done = 0; done < size; done++) {
      if ((done & 31) === 0) spend(vm, 32);
      const offset = forward ? done : size - 1 - done;
      setElement(vm, destination, keyAt(start, offset), element(vm, source, keyAt(first, offset)));
    }
    return destination;
  };
}

function isSame(vm: VM, source: Value, destination: Value): boolean {
  try {
    return eq(vm, source, destination);
  } catch (thrown) {
    throw crossing(vm, thrown);
  }
}

function sizeOf(first: number | bigint, last: number | bigint, start: number | bigint): number {
  if (!(first > 0 || BigInt(last) < LARGEST_INTEGER + BigInt(first))) {
    throw argumentError(3, "too many elements to move");
  }
  const size = BigInt(last) - BigInt(first) + 1n;
  if (BigInt(start) > LARGEST_INTEGER - size + 1n) throw argumentError(4, "destination wrap around");
  return Number(size);
}
