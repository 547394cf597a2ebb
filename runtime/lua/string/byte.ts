import { checkString, optionalPosition } from "../arguments.ts";
import { EMPTY } from "../call.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { endPosition, startPosition } from "./position.ts";

/** `string.byte(s, i = 1, j = i)`: the codes of bytes i to j, none outside the string (LIB-15). */
export function stringByte(_vm: VM): LuaFunction {
  return byte;
}

function byte(value: Value, from: Value, to: Value): Result {
  const text = checkString(value, 1, arguments.length);
  const given = optionalPosition(from, 1, 2);
  const start = startPosition(given, text.length);
  const end = endPosition(to === undefined ? given : optionalPosition(to, given, 3), text.length);
  if (start === end) return text.charCodeAt(start - 1);
  return start > end ? EMPTY : bytes(text, start - 1, end);
}

function bytes(text: string, start: number, end: number): Value[] {
  const codes: Value[] = [];
  for (let at = start; at < end; at++) codes.push(text.charCodeAt(at));
  return codes;
}
