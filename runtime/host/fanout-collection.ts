import { scalarText } from "../engine/returns.ts";
import type { SectionVM } from "../engine/state.ts";
import { hostError } from "../lua/host-error.ts";
import { isNumber, LuaFloat } from "../lua/number.ts";
import { LuaTable } from "../lua/table.ts";
import { border } from "../lua/table-write.ts";
import { hostType } from "../lua/type-name.ts";
import type { Value } from "../lua/value.ts";
import { isUtf8 } from "../utf8.ts";
import { entriesOf } from "./json-from-lua.ts";
import { NULL_MARKER } from "./json-to-lua.ts";

/**
 * The members of a collection, read raw: the array part in order, then a pair `{ key, value }` for each other key, sorted (FAN-3 to
 * FAN-5). Throws error values of kind `lua` (FAN-6, FAN-7).
 */
export function fanoutMembers(vm: SectionVM, collection: Value): Value[] {
  const members = collectionMembers(vm, collection);
  checkFilled(vm, members);
  return members;
}

/** Refuses a collection without members (FAN-7). */
export function checkFilled(vm: SectionVM, members: readonly Value[]): void {
  if (members.length === 0)
    throw hostError(vm, "lua", "fanout over an empty collection: no work is likely a bug");
}

/** The members of a collection that may be empty. */
export function collectionMembers(vm: SectionVM, collection: Value): Value[] {
  if (!(collection instanceof LuaTable)) throw hostError(vm, "lua", NO_COLLECTION);
  const length = border(collection);
  const members: Value[] = [];
  for (let position = 1; position <= length; position++) {
    const value = collection.get(position);
    checkMember(vm, position, value);
    members.push(value);
  }
  for (const [key, value] of keyed(collection, length)) {
    checkKey(vm, key);
    checkMember(vm, key, value);
    members.push(pair(key, value));
  }
  return members;
}

const NO_COLLECTION =
  "fanout's second parameter is a collection; for a list section use list_from_section(heading)";

/** The entries outside the array part: those with a key that can be sorted first, in order. */
function keyed(collection: LuaTable, length: number): [Value, Value][] {
  const entries = [...entriesOf(collection)].filter(
    ([key]) => !(typeof key === "number" && key >= 1 && key <= length && Number.isInteger(key)),
  );
  return entries.sort(([a], [b]) => rank(a) - rank(b) || compare(a, b));
}

function rank(key: Value): number {
  if (typeof key === "boolean") return 0;
  if (isNumber(key)) return 1;
  return typeof key === "string" ? 2 : 3;
}

/** Within a rank. JavaScript compares integers of any size with doubles exactly, and byte strings by their bytes. */
function compare(a: Value, b: Value): number {
  const [first, second] = [comparable(a), comparable(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function comparable(key: Value): boolean | number | bigint | string {
  if (key instanceof LuaFloat) return key.n;
  return typeof key === "object" || typeof key === "function" || key === undefined ? 0 : key;
}

function checkKey(vm: SectionVM, key: Value): void {
  const isBad = typeof key === "string" && !isUtf8(key);
  if (isBad) throw hostError(vm, "lua", "fanout collection key must be a valid UTF-8 string");
  if (typeof key === "number" && !Number.isFinite(key))
    throw hostError(vm, "lua", "fanout collection key is not a finite number");
  if (rank(key) === 3) {
    const type = hostType(key);
    throw hostError(vm, "lua", `fanout collection key must be a string, number, or boolean, got ${type}`);
  }
}

function checkMember(vm: SectionVM, key: Value, value: Value): void {
  const isData = rank(value) < 3 || value instanceof LuaTable || value === NULL_MARKER;
  if (isData) return;
  const place = `index ${scalarText(key)} is a ${hostType(value)}`;
  throw hostError(vm, "lua", `fanout collection member at ${place}; members must be data`);
}

function pair(key: Value, value: Value): LuaTable {
  const table = new LuaTable();
  table.setField("key", key);
  table.setField("value", value);
  return table;
}
