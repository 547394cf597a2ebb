import { checkInteger, checkNumber, checkString } from "../arguments.ts";
import { argumentError } from "../error.ts";
import { spend } from "../fuel.ts";
import { made, reserve } from "../memory.ts";
import { toDouble } from "../number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { floatBytes, integerBytes } from "./pack-number.ts";
import { PackFormat, type PackOption } from "./pack-option.ts";

/** `string.pack(format, …)` (manual §6.4.2). */
export function stringPack(vm: VM): LuaFunction {
  return function pack(template: Value, ...values: Value[]): Result {
    const format = new PackFormat(checkString(vm, template, 1, arguments.length));
    let text = "";
    let used = 0;
    while (!format.ended) {
      spend(vm, 4);
      const option = format.next(text.length);
      reserve(vm, text.length + option.padding + option.size);
      text += "\0".repeat(option.padding);
      if (option.kind === "none" || option.kind === "align") continue;
      if (option.kind === "pad") {
        text += "\0";
        continue;
      }
      text += packed(vm, option, format.little, values[used], used + 2);
      used++;
    }
    made(vm, text.length);
    return text;
  };
}

function packed(vm: VM, { kind, size }: PackOption, little: boolean, value: Value, index: number): string {
  switch (kind) {
    case "int":
    case "uint": {
      const n = checkInteger(value, index);
      checkRange(n, size, kind === "int", index);
      return integerBytes(kind === "int" ? n : BigInt.asUintN(64, BigInt(n)), size, little);
    }
    case "float":
      return floatBytes(toDouble(checkNumber(value, index)), size, little);
    default:
      return packedText(kind, size, little, checkString(vm, value, index), index);
  }
}

function packedText(kind: string, size: number, little: boolean, text: string, index: number): string {
  if (kind === "chars") {
    if (text.length > size) throw argumentError(index, "string longer than given size");
    return text.padEnd(size, "\0");
  }
  if (kind === "zero") {
    if (text.includes("\0")) throw argumentError(index, "string contains zeros");
    return `${text}\0`;
  }
  if (size < 8 && text.length >= 256 ** size) {
    throw argumentError(index, "string length does not fit in given size");
  }
  return integerBytes(text.length, size, little) + text;
}

/** Integers of 8 bytes or more always fit. */
function checkRange(n: number | bigint, size: number, signed: boolean, index: number): void {
  if (size >= 8) return;
  const limit = 256 ** size / (signed ? 2 : 1);
  if (n >= limit || n < (signed ? -limit : 0)) {
    throw argumentError(index, signed ? "integer overflow" : "unsigned overflow");
  }
}
