import { runtimeError } from "./error.ts";
import { checkKey, setIndex } from "./index.ts";
import { enlarge } from "./large-array.ts";
import { LONG, payLookup } from "./long-string.ts";
import { watch } from "./memory.ts";
import { DYNAMIC, GlobalTable, LuaTable, normalizeKey } from "./table.ts";
import { fillHole, leaveGap, push, set, WIDEST_GAP } from "./table-write.ts";
import type { Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** A table from positional values behind an unused slot 0: nil slots become holes, none is left at the end (manual §3.4.9). */
export function arrayTable(slots: Value[]): LuaTable {
  while (slots.length > 1 && slots[slots.length - 1] === undefined) slots.pop();
  const table = new LuaTable(slots);
  for (let slot = 1; slot < slots.length; slot++) if (slots[slot] === undefined) table.ownRest().holes++;
  return table;
}

/** The table of all values of a call or of `...`: `{ f() }`. */
export function listTable(values: readonly Value[]): LuaTable {
  return arrayTable(behindZero(values));
}

/** The slots of a list. What is spread into a list has room for 17 slots at least; most lists are shorter. */
function behindZero(values: readonly Value[]): Value[] {
  const { length } = values;
  if (length === 1) return [0, values[0]];
  if (length === 2) return [0, values[0], values[1]];
  return length === 3 ? [0, values[0], values[1], values[2]] : [0, ...values];
}

/** The last item of a constructor: all its values from a position on. */
export function append(table: LuaTable, position: number, values: readonly Value[]): void {
  for (const [offset, value] of values.entries()) set(table, position + offset, value);
}

/**
 * `[key] = value` in a constructor: a raw write with a checked key. The `pending` positional items before it are stored later by stock Lua,
 * so they win.
 */
export function rawSet(vm: VM, table: LuaTable, key: Value, value: Value, pending = 0): void {
  checkKey(key);
  if (typeof key === "string" && key.length > LONG) payLookup(vm, table, key);
  const position = pending > 0 ? normalizeKey(key) : undefined;
  const isItem = typeof position === "number" && Number.isInteger(position) && position >= 1;
  if (!(isItem && position <= pending)) set(table, key, value);
}

/** The table of a named vararg (Lua 5.5): the extra arguments and their number `n`. */
export function varargTable(values: readonly Value[]): LuaTable {
  const table = listTable(values);
  table.setField("n", values.length);
  return table;
}

/** `object[key] = value`: slots and computed strings of plain tables at once, everything else through `setIndex`. */
export function put(vm: VM, object: Value, key: Value, value: Value): void {
  if (object instanceof LuaTable && value !== undefined && isOpen(object)) {
    if (typeof key === "number") {
      const { arr } = object;
      if (key > 0 && key < arr.length && Number.isInteger(key)) {
        if (arr[key] === undefined) {
          fillHole(object);
          if ((key & (key - 1)) === 0) watch(vm, object, key);
        }
        arr[key] = value;
        return;
      }
      if (key === arr.length) {
        if ((key & (key - 1)) === 0) enlarge(vm, object, key);
        push(object, value);
        return;
      }
      const { length } = arr;
      if (key > length && key <= length + WIDEST_GAP && leaveGap(object, key, value)) {
        if (Math.clz32(key) !== Math.clz32(length - 1)) watch(vm, object, key);
        return;
      }
      if (Number.isSafeInteger(key) && !(object instanceof GlobalTable)) {
        putHash(vm, object, key, value);
        return;
      }
    } else if (typeof key === "string") {
      const { s } = object;
      if (s === DYNAMIC) {
        if (key.length > LONG) payLookup(vm, object, key);
        putHash(vm, object, key, value);
        return;
      }
      if (s[key] !== undefined) {
        s[key] = value;
        return;
      }
    } else if (key instanceof LuaTable && !(object instanceof GlobalTable)) {
      putHash(vm, object, key, value);
      return;
    }
  }
  setIndex(vm, object, key, value);
}

/** True for a table that no `__newindex` guards. */
const isOpen = ({ mt }: LuaTable): boolean => mt === undefined || mt.getString("__newindex") === undefined;

function putHash(vm: VM, table: LuaTable, key: Value, value: Value): void {
  if (!table.setHash(key, value)) return;
  const { size } = table.hash!;
  if ((size & (size - 1)) === 0) watch(vm, table, size);
}

/** `object.name = value` where the accessor of the key could not store it at once; keeps a table's hidden class. */
export function setField(vm: VM, object: Value, name: string, value: Value): void {
  if (takesField(object)) object.setField(name, value);
  else setIndex(vm, object, name, value);
}

/** True for a table whose constant keys are fields and that no `__newindex` guards. */
export function takesField(object: Value): object is LuaTable {
  return object instanceof LuaTable && object.s !== DYNAMIC && isOpen(object);
}

/** An initialised `global` must be nil before (Lua 5.5). */
export function checkUndefined(table: LuaTable, name: string): void {
  if (table.get(name) !== undefined) throw runtimeError(`global '${name}' already defined`);
}
