import { checkString, optionalPosition } from "../arguments.ts";
import { spend } from "../fuel.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { captures, matchEnd, patternOf, search } from "./pattern/search.ts";
import { searchPlain } from "./plain-search.ts";
import { startPosition } from "./position.ts";

/** A pattern without any of these bytes is a plain text. */
const SPECIAL = /[$%(*+.?[^-]/;

/**
 * `string.find(s, pattern, init = 1, plain)`: where the first match starts and ends, then its captures; nil for none (LIB-11).
 */
export function stringFind(vm: VM): LuaFunction {
  return Object.assign(finding(vm, false), { one: finding(vm, true) as (...values: Value[]) => Value });
}

/** The function itself, or what gives the start alone. */
function finding(vm: VM, isShort: boolean): LuaFunction {
  return function find(value: Value, sought: Value, init: Value, plain: Value): Result {
    const text = checkString(vm, value, 1, arguments.length);
    const pattern = checkString(vm, sought, 2, arguments.length);
    const from = init === undefined ? 0 : startPosition(optionalPosition(init, 1, 3), text.length) - 1;
    if (from > text.length) return undefined;
    spend(vm, pattern.length >> 6);
    if ((plain !== undefined && plain !== false) || !SPECIAL.test(pattern))
      return findPlain(vm, text, pattern, from, isShort);
    const compiled = patternOf(vm, pattern);
    const match = search(vm, compiled, text, from);
    if (match === null) return undefined;
    if (isShort && compiled.captures === 0) return match.index + 1;
    const bounds: Value[] = [match.index + 1, matchEnd(match)];
    const all = compiled.captures === 0 ? bounds : bounds.concat(captures(compiled, match) as Value[]);
    return isShort ? all[0] : all;
  };
}

function findPlain(vm: VM, text: string, sought: string, from: number, isShort: boolean): Result {
  const at = searchPlain(vm, text, sought, from);
  if (at < 0) return undefined;
  return isShort ? at + 1 : [at + 1, at + sought.length];
}
