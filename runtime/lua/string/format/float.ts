import { checkNumber } from "../../arguments.ts";
import { spend } from "../../fuel.ts";
import { toDouble } from "../../number.ts";
import type { Value } from "../../value.ts";
import type { VM } from "../../vm.ts";
import { digits, exponentText, formatG } from "./digits.ts";
import { hexadecimal } from "./hexadecimal.ts";
import { checkSpec, padNumber, signOf } from "./pad.ts";
import type { FormatSpec } from "./parse.ts";

/** `%a %A %e %E %f %g %G` (LIB-14): exact decimal digits, ties to even as C rounds them. */
export function formatFloat(vm: VM, spec: FormatSpec, value: Value, index: number): string {
  const { conversion } = spec;
  const kind = conversion.toLowerCase();
  if (kind === "a") checkSpec(spec);
  const n = toDouble(checkNumber(value, index));
  checkSpec(spec);
  const magnitude = Math.abs(n);
  const finite = magnitude < Number.POSITIVE_INFINITY;
  // Many digits take some microseconds.
  if (spec.precision > 20 || magnitude >= 1e21) spend(vm, 64);
  let text = finite ? finiteText(spec, kind, magnitude) : n === magnitude ? "inf" : n < 0 ? "inf" : "nan";
  let sign = signOf(spec, n < 0 || Object.is(n, -0));
  if (finite && kind === "a") sign += "0x";
  if (kind !== conversion) {
    text = text.toUpperCase();
    sign = sign.toUpperCase();
  }
  return padNumber(spec, sign, text, spec.zero && finite);
}

function finiteText(spec: FormatSpec, kind: string, magnitude: number): string {
  const { precision, alternate } = spec;
  if (kind === "a") return hexadecimal(magnitude, precision, alternate);
  const places = precision < 0 ? 6 : precision;
  if (kind === "f") return fixed(magnitude, places) + (places === 0 && alternate ? "." : "");
  if (kind === "g") return formatG(magnitude, places, alternate);
  const { digits: all, exponent } = digits(magnitude, places + 1);
  return all[0] + (places > 0 || alternate ? `.${all.slice(1)}` : "") + exponentText(exponent);
}

/** `%.{places}f` of a finite magnitude. */
function fixed(magnitude: number, places: number): string {
  if (magnitude >= 1e21) return BigInt(magnitude) + (places > 0 ? `.${"0".repeat(places)}` : "");
  const scaled = magnitude * 2 ** places;
  // Exactly between two neighbours: JavaScript rounds up, C to the even digit.
  if (!Number.isInteger(scaled) && Number.isInteger(scaled * 2)) {
    const exact = magnitude.toFixed(places + 1);
    const before = exact[places === 0 ? exact.length - 3 : exact.length - 2];
    if (Number(before) % 2 === 0) return exact.slice(0, places === 0 ? -2 : -1);
  }
  return magnitude.toFixed(places);
}
