import { checkPosition } from "../arguments.ts";
import { argumentError } from "../error.ts";
import { spend } from "../fuel.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `string.char(…)`: the string of the given byte codes, each 0 to 255 (LIB-15). */
export function stringChar(vm: VM): LuaFunction {
  const all = (values: readonly Value[]): Result => {
    spend(vm, values.length >> 3);
    let text = "";
    for (let at = 0; at < values.length; at++) text += String.fromCharCode(code(values[at], at + 1));
    return text;
  };
  const char: LuaFunction = (...values) => all(values);
  char.all = all;
  return char;
}

function code(value: Value, index: number): number {
  const byte = checkPosition(value, index);
  if (byte < 0 || byte > 255) throw argumentError(index, "value out of range");
  return byte;
}
