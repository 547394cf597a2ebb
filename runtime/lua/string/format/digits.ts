import { scale } from "../../scale.ts";

/** Significant decimal digits of a number: `digits[0].digits[1…] × 10^exponent`. */
export interface Digits {
  readonly digits: string;
  readonly exponent: number;
}

/**
 * A finite number as C's `%.{precision}g` prints it, sign included; precision 0 counts as 1. `alternate` is the flag `#`:
 * trailing zeros and the point stay.
 */
export function formatG(n: number, precision: number, alternate = false): string {
  const places = Math.max(precision, 1);
  const { digits: all, exponent } = digits(n, places);
  const kept = alternate ? all : all.replace(/0+$/, "") || "0";
  const sign = n < 0 || Object.is(n, -0) ? "-" : "";
  if (exponent < -4 || exponent >= places) return sign + point(kept, 1, alternate) + exponentText(exponent);
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${kept}`;
  return sign + point(kept.padEnd(exponent + 1, "0"), exponent + 1, alternate);
}

/**
 * The first `precision` (1 to 101) significant digits of a finite number's magnitude, rounded as C rounds: the exact value
 * decides and ties go to the even digit.
 */
export function digits(n: number, precision: number): Digits {
  const magnitude = Math.abs(n);
  const rounded = split(magnitude.toExponential(precision - 1));
  if (mayTie(magnitude, precision - rounded.exponent) && isTie(magnitude, precision)) {
    // JavaScript rounds ties up.
    const longer = split(magnitude.toExponential(precision));
    const cut = longer.digits.slice(0, precision);
    if (Number(cut[precision - 1]) % 2 === 0) return { digits: cut, exponent: longer.exponent };
  }
  return rounded;
}

/** An exponent as C prints it: a sign and at least two digits. */
export function exponentText(exponent: number): string {
  return `e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** A cheap test that most numbers fail: a tie has at most `places` decimals, or one more when rounding added a digit. */
function mayTie(magnitude: number, places: number): boolean {
  return places <= 0 || Number.isInteger(scale(magnitude, places + 1));
}

/** True when the digits after the first `precision` are exactly a 5. */
function isTie(magnitude: number, precision: number): boolean {
  if (precision > 100) return false;
  const { digits: longer, exponent } = split(magnitude.toExponential(precision));
  if (longer[precision] !== "5") return false;
  const places = precision - exponent;
  if (places <= 0) {
    return Number.isInteger(magnitude) && BigInt(magnitude) % 10n ** BigInt(-places) === 0n;
  }
  // A number with exactly `places` decimals that end in 5 is an odd multiple of 2^-places.
  const scaled = scale(magnitude, places);
  return scaled <= 9007199254740991 && scaled % 2 === 1;
}

function split(text: string): Digits {
  const at = text.indexOf("e");
  return { digits: text.slice(0, at).replace(".", ""), exponent: Number(text.slice(at + 1)) };
}

function point(all: string, whole: number, alternate: boolean): string {
  return all.length > whole || alternate ? `${all.slice(0, whole)}.${all.slice(whole)}` : all;
}
