import { checkString, optionalPosition } from "../arguments.ts";
import { result } from "../call.ts";
import { argumentError, runtimeError } from "../error.ts";
import { spend } from "../fuel.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { bytesFloat, bytesInteger } from "./pack-number.ts";
import { PackFormat, type PackKind } from "./pack-option.ts";
import { startPosition } from "./position.ts";

const MOST_RESULTS = 1_000_000;

/** `string.unpack(format, s, pos = 1)`: the values, then the position behind them (manual §6.4.2). */
export function stringUnpack(vm: VM): LuaFunction {
  return function unpack(template: Value, value: Value, position: Value): Result {
    const format = new PackFormat(checkString(vm, template, 1, arguments.length));
    const text = checkString(vm, value, 2, arguments.length);
    let at = startPosition(optionalPosition(position, 1, 3), text.length) - 1;
    if (at > text.length) throw argumentError(3, "initial position out of string");
    const values: Value[] = [];
    while (!format.ended) {
      spend(vm, 4);
      const { kind, size, padding } = format.next(at);
      if (padding + size > text.length - at) throw tooShort();
      at += padding;
      if (kind === "int" || kind === "uint") {
        values.push(bytesInteger(text, at, size, format.little, kind === "int"));
      } else if (kind === "float") values.push(bytesFloat(text, at, size, format.little));
      else if (kind === "zero") at += unpackZero(vm, text, at, values);
      else at += unpackText(text, at, kind, size, format.little, values);
      at += size;
      if (values.length > MOST_RESULTS) throw runtimeError("stack overflow (too many results)");
    }
    values.push(at + 1);
    return result(values);
  };
}

/** Adds the text up to the next zero; gives how many bytes it takes, the zero included. */
function unpackZero(vm: VM, text: string, at: number, values: Value[]): number {
  const end = text.indexOf("\0", at);
  spend(vm, ((end < 0 ? text.length : end) - at) >> 6);
  if (end < 0) throw argumentError(2, "unfinished string for format 'z'");
  values.push(text.slice(at, end));
  return end - at + 1;
}

/** Adds a string value, if the option has one; gives how many bytes it takes beyond the option's size. */
function unpackText(
  text: string,
  at: number,
  kind: PackKind,
  size: number,
  little: boolean,
  values: Value[],
): number {
  if (kind === "chars") values.push(text.slice(at, at + size));
  else if (kind === "string") {
    const length = Number(bytesInteger(text, at, size, little, false));
    if (length < 0 || length > text.length - at - size) throw tooShort();
    values.push(text.slice(at + size, at + size + length));
    return length;
  }
  return 0;
}

function tooShort() {
  return argumentError(2, "data string too short");
}
