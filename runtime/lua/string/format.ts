import { checkString } from "../arguments.ts";
import { argumentError, runtimeError } from "../error.ts";
import { spend } from "../fuel.ts";
import { made } from "../memory.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";
import { formatFloat } from "./format/float.ts";
import { formatByte, formatDecimal, formatUnsigned } from "./format/integer.ts";
import { type Conversion, type FormatItem, type FormatSpec, parseFormat } from "./format/parse.ts";
import { formatQuoted } from "./format/quote.ts";
import { formatPointer, formatText } from "./format/text.ts";

/** How many templates a VM keeps ready, and up to which length. */
const KEPT = 128;
const LONGEST_KEPT = 512;

/** `string.format(template, …)` (LIB-14, manual §6.4). */
export function stringFormat(vm: VM): LuaFunction {
  // The templates last used, ready for use.
  const kept = new Map<string, readonly FormatItem[]>();
  return function format(value: Value, ...values: Value[]): Result {
    const template = typeof value === "string" ? value : checkString(vm, value, 1, arguments.length);
    const items = kept.get(template) ?? prepare(vm, template, kept);
    let text = "";
    let used = 0;
    for (let at = 0; at < items.length; at++) {
      const item = items[at] as FormatItem;
      if (typeof item === "string") text += item;
      else {
        if (used === values.length) throw argumentError(used + 2, "no value");
        const argument = values[used++];
        text += item.convert(vm, item, argument, used + 1);
      }
    }
    spend(vm, items.length);
    made(vm, text.length);
    return text;
  };
}

function prepare(vm: VM, template: string, kept: Map<string, readonly FormatItem[]>): readonly FormatItem[] {
  const items = parseFormat(vm, template, conversionOf, invalid);
  if (template.length > LONGEST_KEPT) return items;
  if (kept.size === KEPT) kept.clear();
  kept.set(template, items);
  return items;
}

function conversionOf(letter: string): Conversion | undefined {
  switch (letter) {
    case "d":
    case "i":
      return { convert: formatDecimal, flags: "-+ 0", precision: true };
    case "u":
      return { convert: formatUnsigned, flags: "-0", precision: true };
    case "o":
    case "x":
    case "X":
      return { convert: formatUnsigned, flags: "-#0", precision: true };
    case "c":
      return { convert: formatByte, flags: "-", precision: false };
    case "a":
    case "A":
    case "e":
    case "E":
    case "f":
    case "g":
    case "G":
      return { convert: formatFloat, flags: "-+ #0", precision: true };
    case "s":
      return { convert: formatText, flags: "-", precision: true };
    case "p":
      return { convert: formatPointer, flags: "-", precision: false };
    case "q":
      return { convert: formatQuoted, flags: "", precision: false };
    default:
      return undefined;
  }
}

function invalid(_vm: VM, spec: FormatSpec): string {
  throw runtimeError(spec.fault as string);
}
