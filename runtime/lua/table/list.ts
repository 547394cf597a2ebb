import { typeError } from "../arguments.ts";
import { crossing, runtimeError } from "../error.ts";
import { spend } from "../fuel.ts";
import { index, setIndex } from "../index.ts";
import { borderOf, len } from "../length.ts";
import { setWeighed } from "../memory.ts";
import { getMetamethod } from "../metatable.ts";
import { integer } from "../number.ts";
import { LuaTable } from "../table.ts";
import { toInteger } from "../to-number.ts";
import type { Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** True for a table that needs no metamethods: its parts can be used directly. */
export function isPlain(list: Value): list is LuaTable {
  return list instanceof LuaTable && list.mt === undefined;
}

/** Raises unless an argument is a table or has all of the named metamethods (`__index`, `__newindex`, `__len`). */
export function checkList(vm: VM, list: Value, position: number, count: number, ...events: string[]): void {
  if (list instanceof LuaTable) return;
  if (!events.every((event) => getMetamethod(vm, list, event) !== undefined)) {
    throw typeError(list, position, "table", count);
  }
}

/** `#list` for a library function (manual §5, `luaL_len`). */
export function lengthOf(vm: VM, list: Value): number {
  if (isPlain(list)) return borderOf(vm, list);
  const length = toInteger(measured(vm, list));
  if (length === undefined) throw runtimeError("object length is not an integer");
  return Number(length);
}

function measured(vm: VM, list: Value): Value {
  spend(vm);
  try {
    return len(vm, list);
  } catch (thrown) {
    throw crossing(vm, thrown);
  }
}

/** `list[key]` for a library function. */
export function element(vm: VM, list: Value, key: Value): Value {
  if (isPlain(list)) return list.get(key);
  try {
    return index(vm, list, key);
  } catch (thrown) {
    throw crossing(vm, thrown);
  }
}

/** `list[key] = value` for a library function. */
export function setElement(vm: VM, list: Value, key: number | bigint, value: Value): void {
  if (isPlain(list)) {
    setWeighed(vm, list, key, value);
    return;
  }
  try {
    setIndex(vm, list, key, value);
  } catch (thrown) {
    throw crossing(vm, thrown);
  }
}

/** The integer `offset` places behind `base`, wrapped to 64 bits. */
export function keyAt(base: number | bigint, offset: number): number | bigint {
  if (typeof base === "number" && Number.isSafeInteger(base + offset)) return base + offset;
  return integer(BigInt(base) + BigInt(offset));
}
