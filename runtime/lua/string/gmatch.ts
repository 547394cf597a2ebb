import { checkString, optionalPosition } from "../arguments.ts";
import { EMPTY } from "../call.ts";
import { spend } from "../fuel.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { skip } from "./pattern/byte-set.ts";
import { captures, matchEnd, patternOf, runEnd, search } from "./pattern/search.ts";
import { startPosition } from "./position.ts";

/**
 * `string.gmatch(s, pattern, init = 1)`: an iterator over the captures of all matches (LIB-11); a leading `^` is an ordinary byte.
 */
export function stringGmatch(vm: VM): LuaFunction {
  return function gmatch(value: Value, sought: Value, init: Value): Result {
    const text = checkString(vm, value, 1, arguments.length);
    const given = checkString(vm, sought, 2, arguments.length);
    const pattern = patternOf(vm, given[0] === "^" ? `%${given}` : given);
    let from = init === undefined ? 0 : startPosition(optionalPosition(init, 1, 3), text.length) - 1;
    const { run } = pattern;
    if (run !== undefined) {
      return () => {
        const start = skip(run.set, text, from);
        const end = runEnd(run, text, start);
        spend(vm, 1 + ((end - from) >> 2));
        from = end;
        return start < end ? text.slice(start, end) : EMPTY;
      };
    }
    let lastEnd = -1;
    return () => {
      while (from <= text.length) {
        const match = search(vm, pattern, text, from);
        if (match === null) break;
        const end = matchEnd(match);
        if (end !== lastEnd) {
          from = end;
          lastEnd = end;
          return captures(pattern, match);
        }
        from = end + 1;
      }
      from = text.length + 1;
      return EMPTY;
    };
  };
}
