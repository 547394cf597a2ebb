import { checkInteger } from "../../arguments.ts";
import type { Value } from "../../value.ts";
import type { VM } from "../../vm.ts";
import { checkSpec, padNumber, padText, signOf } from "./pad.ts";
import type { FormatSpec } from "./parse.ts";

/** `%d` and `%i` (LIB-14). */
export function formatDecimal(_vm: VM, spec: FormatSpec, value: Value, index: number): string {
  const n = checkInteger(value, index);
  if (spec.plain) return String(n);
  checkSpec(spec);
  const negative = n < 0;
  return pad(spec, signOf(spec, negative), String(n).slice(negative ? 1 : 0));
}

/** `%u %o %x %X`: the 64 bits as an unsigned number. */
export function formatUnsigned(_vm: VM, spec: FormatSpec, value: Value, index: number): string {
  const n = checkInteger(value, index);
  checkSpec(spec);
  const { conversion, alternate } = spec;
  const base = conversion === "u" ? 10 : conversion === "o" ? 8 : 16;
  const digits = (n < 0 ? BigInt.asUintN(64, BigInt(n)) : n).toString(base);
  if (conversion === "X") return pad(spec, alternate && n !== 0 ? "0X" : "", digits.toUpperCase());
  if (conversion === "o") return pad(spec, "", digits, alternate);
  return pad(spec, alternate && n !== 0 ? "0x" : "", digits);
}

/** `%c`: the byte with that code. */
export function formatByte(_vm: VM, spec: FormatSpec, value: Value, index: number): string {
  checkSpec(spec);
  return padText(spec, String.fromCharCode(Number(BigInt.asUintN(8, BigInt(checkInteger(value, index))))));
}

function pad(spec: FormatSpec, sign: string, digits: string, octal = false): string {
  const { precision } = spec;
  let text = precision === 0 && digits === "0" ? "" : digits.padStart(precision, "0");
  if (octal && text[0] !== "0") text = `0${text}`;
  return padNumber(spec, sign, text, spec.zero && precision < 0);
}
