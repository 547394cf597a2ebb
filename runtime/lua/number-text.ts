import type { LuaFloat } from "./number.ts";

/** Lua text of a number: what `tostring` and `..` give (NUM-03). */
export function numberText(value: number | bigint | LuaFloat): string {
  if (typeof value !== "object") {
    if (typeof value === "bigint" || Number.isSafeInteger(value)) return String(value);
    return fractionText(value);
  }
  const { n } = value;
  if (n === 0) return Object.is(n, -0) ? "-0.0" : "0.0";
  return Math.abs(n) < 1e15 ? `${n}.0` : longText(n);
}

function fractionText(n: number): string {
  const magnitude = Math.abs(n);
  const shortest = String(n);
  // No exponent in C nor here. Of at most 15 digits, JavaScript's text is that of `%.15g`; when it has more, no 15 digits read back.
  if (magnitude >= 1e-4 && magnitude < 1e15) {
    const before = n < 0 ? 2 : 1;
    if (shortest.length - before - zerosOf(magnitude) <= 15) return shortest;
    // A tie has at most 21 binary places here.
    const text = (n * 2 ** 21) % 1 === 0 ? seventeenDigits(n) : n.toPrecision(17);
    return text.endsWith("0") ? text.replace(/\.?0+$/, "") : text;
  }
  if (Number.isNaN(n)) return "nan";
  if (magnitude === Infinity) return n < 0 ? "-inf" : "inf";
  return longText(n);
}

/** How many zeros a fraction of at least 1e-4 begins with. */
function zerosOf(magnitude: number): number {
  if (magnitude >= 0.1) return magnitude >= 1 ? 0 : 1;
  if (magnitude >= 0.01) return 2;
  return magnitude >= 0.001 ? 3 : 4;
}

/** A finite number as `%.15g` prints it, or as `%.17g` where 15 digits do not read back; with `.0` where it looks like an integer. */
function longText(n: number): string {
  const rounded = rounding(n, 15);
  const text = Number(rounded) === n ? rounded : seventeenDigits(n);
  const [mantissa, exponent] = text.split("e") as [string, string?];
  const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  if (exponent !== undefined) return `${short}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
  return short.includes(".") ? short : `${short}.0`;
}

/** A number rounded to significant digits, as an exponent from where C writes one. */
function rounding(n: number, digits: number): string {
  return Math.abs(n) < 1e-4 ? n.toExponential(digits - 1) : n.toPrecision(digits);
}

/**
 * A number rounded to 17 digits as C rounds it: a tie goes to the even digit, where JavaScript rounds up. A tie has 18 digits, of
 * which `places` are decimals and the last is 5: it is an odd multiple of 2^-places.
 */
function seventeenDigits(n: number): string {
  const longer = rounding(n, 18);
  const places = 17 - Number(n.toExponential(17).split("e")[1]);
  const isTie = Math.abs(n * 2 ** places) % 2 === 1;
  return isTie && /[02468]5(e|$)/.test(longer) ? longer.replace(/5(?=e|$)/, "") : rounding(n, 17);
}
