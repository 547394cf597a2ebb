import { checkPosition, checkString, optionalPosition } from "../arguments.ts";
import { made } from "../memory.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { endPosition, startPosition } from "./position.ts";

/** `string.sub(s, i, j = -1)`: bytes i to j (LIB-10). */
export function stringSub(vm: VM): LuaFunction {
  return function sub(value: Value, from: Value, to: Value): Result {
    const text = checkString(vm, value, 1, arguments.length);
    const start = startPosition(checkPosition(from, 2, arguments.length), text.length);
    const end = endPosition(optionalPosition(to, -1, 3), text.length);
    if (end - start > 1024) made(vm, end - start);
    return start > end ? "" : text.slice(start - 1, end);
  };
}
