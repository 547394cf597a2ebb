import { checkString, optionalPosition } from "../arguments.ts";
import { EMPTY } from "../call.ts";
import { runtimeError } from "../error.ts";
import { spend } from "../fuel.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { endPosition, startPosition } from "./position.ts";

/** `string.byte(s, i = 1, j = i)`: the codes of bytes i to j, none outside the string (LIB-15). */
export function stringByte(vm: VM): LuaFunction {
  return function byte(value: Value, from: Value, to: Value): Result {
    const text = checkString(vm, value, 1, arguments.length);
    const given = optionalPosition(from, 1, 2);
    const start = startPosition(given, text.length);
    const end = endPosition(to === undefined ? given : optionalPosition(to, given, 3), text.length);
    if (start === end) return text.charCodeAt(start - 1);
    if (start > end) return EMPTY;
    if (end - start + 1 >= MOST_RESULTS) throw runtimeError("stack overflow (string slice too long)");
    spend(vm, (end - start) >> 3);
    return bytes(text, start - 1, end);
  };
}

const MOST_RESULTS = 1_000_000;

function bytes(text: string, start: number, end: number): Value[] {
  const codes = new Array<Value>(end - start);
  for (let at = 0; at < codes.length; at++) codes[at] = text.charCodeAt(start + at);
  return codes;
}
