import { spend } from "./fuel.ts";
import { LuaTable } from "./table.ts";
import type { Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** Strings above it take so long to compare or to look up that fuel is spent for it. */
export const LONG = 1024;
/** Of longer strings V8 hashes the length alone, so that a table has to compare all of that length. */
const LONGEST_HASHED = 16383;

/** True: what `a == b` gives when `===` has found the two equal, which for long strings takes as long as they are. So small that engines inline it anywhere. */
export function same(vm: VM, a: Value): boolean {
  return typeof a !== "string" || a.length < LONG || paySame(vm, a);
}

function paySame(vm: VM, { length }: string): boolean {
  spend(vm, length >> 6);
  return true;
}

/** Spends the fuel that looking for a long string among the keys of an object takes. */
export function payLookup(vm: VM, object: Value, { length }: string): void {
  const keys = object instanceof LuaTable && object.hash !== undefined ? object.hash.size : 0;
  // All keys together are hardly more text than there may be memory.
  const bytes = length > LONGEST_HASHED ? Math.min(length * (keys + 1), vm.memoryBytes) : length;
  spend(vm, bytes >> 6);
}
