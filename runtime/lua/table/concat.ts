import { checkInteger, optionalInteger, optionalString } from "../arguments.ts";
import { runtimeError } from "../error.ts";
import { spend } from "../fuel.ts";
import { made, reserve } from "../memory.ts";
import { getMetatable } from "../metatable.ts";
import { LuaTable } from "../table.ts";
import { toText } from "../to-text.ts";
import { basicType } from "../type-name.ts";
import type { LuaFunction, Result } from "../value.ts";
import { Userdata, type Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { element, isPlain, keyAt, lengthOf } from "./list.ts";

/**
 * `table.concat(list, sep = "", i = 1, j = #list)` as the host has it (LIB-31): what has a text of its own (`__tostring`,
 * userdata) may stand among strings and numbers.
 */
export function tableConcat(vm: VM): LuaFunction {
  return function concat(list: Value, separator: Value, from: Value, to: Value): Result {
    const between = optionalString(vm, separator, "", 2);
    if (from === undefined && to === undefined && isPlain(list)) {
      const text = joined(vm, list, between);
      if (text !== undefined) return text;
    }
    const first = optionalInteger(from, 1, 3);
    const last = to === undefined ? lengthOf(vm, list) : checkInteger(to, 4);
    if (first > last) return "";
    const size = Number(BigInt(last) - BigInt(first)) + 1;
    let text = "";
    for (let offset = 0; offset < size; offset++) {
      if ((offset & 127) === 0) spend(vm, 32);
      const key = keyAt(first, offset);
      const value = element(vm, list, key);
      if (offset > 0) text += between;
      text += typeof value === "string" ? value : textOf(vm, value, key);
      reserve(vm, text.length);
    }
    made(vm, text.length);
    return text;
  };
}

/** The text of a list of strings and integers, made in one go; undefined for any other list. */
function joined(vm: VM, list: LuaTable, between: string): string | undefined {
  const { arr } = list;
  if (list.holes > 0 || typeof arr[1] !== "string") return undefined;
  let length = (arr.length - 2) * between.length;
  for (let at = 1; at < arr.length; at++) {
    const value = arr[at];
    if (typeof value === "string") length += value.length;
    else if (Number.isSafeInteger(value)) length += 20;
    else return undefined;
  }
  made(vm, length);
  spend(vm, arr.length >> 2);
  return arr.length > MOST_JOINED ? appended(arr, between) : joinedText(arr, between);
}

/** For more texts than this `join` takes so large a list of its own that fresh memory costs more than the joining. */
const MOST_JOINED = 8192;

function joinedText(arr: Value[], between: string): string {
  // Slot 0 is nobody's: with an empty text there no copy of the list is needed.
  arr[0] = "";
  const text = arr.join(between);
  arr[0] = 0;
  return text.slice(between.length);
}

function appended(arr: readonly Value[], between: string): string {
  let text = arr[1] as string;
  if (between === "") for (let at = 2; at < arr.length; at++) text += arr[at] as string;
  else for (let at = 2; at < arr.length; at++) text += between + (arr[at] as string);
  return text;
}

function textOf(vm: VM, value: Value, key: number | bigint): string {
  const text = vm.numberText?.(value);
  if (text !== undefined) return text;
  if (value instanceof Userdata || hasText(vm, value)) return toText(vm, value);
  throw runtimeError(`invalid value (${basicType(value)}) at index ${key} in table for 'concat'`);
}

/** True for a table whose metatable, as `getmetatable` shows it, has a `__tostring`. */
function hasText(vm: VM, value: Value): boolean {
  if (!(value instanceof LuaTable)) return false;
  const metatable = getMetatable(vm, value);
  const shown = metatable?.getString("__metatable") ?? metatable;
  return shown instanceof LuaTable && shown.get("__tostring") !== undefined;
}
