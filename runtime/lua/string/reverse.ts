import { checkString } from "../arguments.ts";
import { spend } from "../fuel.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `string.reverse(s)` (manual §6.4). */
export function stringReverse(vm: VM): LuaFunction {
  return function reverse(value: Value): Result {
    const text = checkString(value, 1, arguments.length);
    spend(vm, text.length >> 3);
    if (text.length < 100) return reversed(text, 0, text.length);
    // In pieces: one array of a long string's characters would take many times its memory.
    const pieces: string[] = [];
    for (let end = text.length; end > 0; end -= PIECE)
      pieces.push(reversed(text, Math.max(end - PIECE, 0), end));
    return pieces.join("");
  };
}

const PIECE = 4096;

function reversed(text: string, from: number, to: number): string {
  return text.slice(from, to).split("").reverse().join("");
}
