import { checkString, optionalPosition } from "../arguments.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { captures, patternOf, search } from "./pattern/search.ts";
import { startPosition } from "./position.ts";

/** `string.match(s, pattern, init = 1)`: the captures of the first match, nil for none (LIB-11). */
export function stringMatch(vm: VM): LuaFunction {
  return function match(value: Value, sought: Value, init: Value): Result {
    const text = checkString(vm, value, 1, arguments.length);
    const pattern = patternOf(vm, checkString(vm, sought, 2, arguments.length));
    const from = init === undefined ? 0 : startPosition(optionalPosition(init, 1, 3), text.length) - 1;
    if (from > text.length) return undefined;
    const found = search(vm, pattern, text, from);
    return found === null ? undefined : captures(pattern, found);
  };
}
