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
  return function find(value: Value, sought: Value, init: Value, plain: Value): Result {
    const text = checkString(vm, value, 1, arguments.length);
    const pattern = checkString(vm, sought, 2, arguments.length);
    const from = init === undefined ? 0 : startPosition(optionalPosition(init, 1, 3), text.length) - 1;
    if (from > text.length) return undefined;
    spend(vm, pattern.length >> 6);
    if ((plain !== undefined && plain !== false) || !SPECIAL.test(pattern))
      return findPlain(vm, text, pattern, from);
    const compiled = patternOf(vm, pattern);
    const match = search(vm, compiled, text, from);
    if (match === null) return undefined;
    const bounds: Value[] = [match.index + 1, matchEnd(match)];
    return compiled.captures === 0 ? bounds : bounds.concat(captures(compiled, match) as Value[]);
  };
}

function findPlain(vm: VM, text: string, sought: string, from: number): Result {
  const at = searchPlain(vm, text, sought, from);
  return at < 0 ? undefined : [at + 1, at + sought.length];
}
