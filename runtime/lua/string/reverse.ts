import { checkString } from "../arguments.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { inPieces } from "./pieces.ts";

/** `string.reverse(s)` (manual §6.4). */
export function stringReverse(vm: VM): LuaFunction {
  return function reverse(value: Value): Result {
    const text = checkString(vm, value, 1, arguments.length);
    const { length } = text;
    return inPieces(vm, text, 2, (_, from, to) =>
      text
        .slice(length - to, length - from)
        .split("")
        .reverse()
        .join(""),
    );
  };
}
