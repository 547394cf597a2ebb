import { runtimeError } from "../../error.ts";
import type { FormatSpec } from "./parse.ts";

/** Raises what is wrong with the modifiers of a conversion. */
export function checkSpec(spec: FormatSpec): void {
  if (spec.fault !== undefined) throw runtimeError(spec.fault);
}

/** Text brought to the width with spaces. */
export function padText(spec: FormatSpec, text: string): string {
  return spec.left ? text.padEnd(spec.width) : text.padStart(spec.width);
}

/** A number brought to the width: its sign and prefix (`0x`) stay in front of zeros that fill it. */
export function padNumber(spec: FormatSpec, sign: string, digits: string, zero: boolean): string {
  if (zero && !spec.left) return sign + digits.padStart(spec.width - sign.length, "0");
  return padText(spec, sign + digits);
}

/** The sign that C's flags `+` and space ask for. */
export function signOf(spec: FormatSpec, negative: boolean): string {
  return negative ? "-" : spec.plus ? "+" : spec.space ? " " : "";
}
