import { spend } from "../lua/fuel.ts";
import { index } from "../lua/index.ts";
import { reserve } from "../lua/memory.ts";
import type { LuaTable } from "../lua/table.ts";
import type { Value } from "../lua/value.ts";
import type { VM } from "../lua/vm.ts";

/** About what an element takes beside its text. */
const ELEMENT_BYTES = 40;

/**
 * What `read` makes of the elements of a list up to the first nil, as `ipairs` sees them. A list whose `__index` never ends spends fuel
 * and meets the memory ceiling (CAN-01a, LMT-22). Throws what `read` throws.
 */
export function listTexts(vm: VM, list: LuaTable, read: (element: Value) => string): string[] {
  const texts: string[] = [];
  for (let bytes = 0; ; ) {
    spend(vm);
    const element = index(vm, list, texts.length + 1);
    if (element === undefined) return texts;
    const text = read(element);
    bytes += ELEMENT_BYTES + text.length;
    reserve(vm, bytes);
    texts.push(text);
  }
}
