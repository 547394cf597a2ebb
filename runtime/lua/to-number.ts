import { float, integer, isNumber, type LuaFloat, numberToInteger } from "./number.ts";
import { scale } from "./scale.ts";
import type { Value } from "./value.ts";

/** The longest numeral that stands for a number without being asked to: nothing could interrupt the conversion of a huge one. */
const LONGEST = 2048;

const DIGITS = /^\d{1,15}$/;
const PLAIN = /^\d+\.\d+$/;
const WORD = /^[ \f\n\r\t\v]*([^ \f\n\r\t\v]+)[ \f\n\r\t\v]*$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const HEXADECIMAL = /^([+-]?)0[xX]([\da-fA-F]*)(?:(\.)([\da-fA-F]*))?(?:[pP]([+-]?\d+))?$/;

/** The number that a string spells (NUM-05, manual §3.1), or undefined. */
export function stringToNumber(s: string): number | bigint | LuaFloat | undefined {
  if (DIGITS.test(s)) return Number(s);
  if (PLAIN.test(s)) return float(Number(s));
  // What begins with a letter spells none.
  if (s.charCodeAt(0) > 57) return undefined;
  const text = WORD.exec(s)?.[1];
  if (text === undefined) return undefined;
  if (DECIMAL.test(text)) return /^[+-]?\d+$/.test(text) ? decimalInteger(text) : float(Number(text));
  const match = HEXADECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "", dot, fraction = "", exponent] = match;
  if (whole + fraction === "") return undefined;
  if (dot === undefined && exponent === undefined) {
    if (whole.length <= 13) return Number(`0x${whole}`) * (sign === "-" ? -1 : 1) + 0;
    const wrapped = BigInt(`0x${whole.slice(-16)}`);
    return integer(sign === "-" ? -wrapped : wrapped);
  }
  const n = hexadecimal((whole + fraction).replace(/^0+/, ""), Number(exponent ?? 0) - 4 * fraction.length);
  return float(sign === "-" ? -n : n);
}

/** The number a value is or, as a numeric string of at most 2,048 bytes, converts to (manual §3.4.3); undefined for any other. */
export function toNumber(value: Value): number | bigint | LuaFloat | undefined {
  if (isNumber(value)) return value;
  return typeof value === "string" && value.length <= LONGEST ? stringToNumber(value) : undefined;
}

/** The integer a number or numeric string converts to without loss (manual §3.4.3); undefined when there is none. */
export function toInteger(value: Value): number | bigint | undefined {
  const n = toNumber(value);
  return n === undefined ? undefined : numberToInteger(n);
}

/** A decimal integer that does not fit 64 bits is a float. */
function decimalInteger(text: string): number | bigint | LuaFloat {
  if (text.length <= 15) return Number(text) + 0;
  const digits = text.replace(/^[+-]?0*/, "");
  if (digits.length > 19) return float(Number(text));
  const exact = BigInt(text[0] === "+" ? text.slice(1) : text);
  return BigInt.asIntN(64, exact) === exact ? integer(exact) : float(Number(text));
}

/** As many digits as decide a double; whether any of the others is not 0 decides a tie. */
const DECISIVE = 32;

/** Hexadecimal digits × 2^exponent, rounded once. */
function hexadecimal(digits: string, exponent: number): number {
  if (digits.length <= DECISIVE) return scaled(BigInt(`0x0${digits}`), exponent);
  const rest = digits.length - DECISIVE;
  const kept = BigInt(`0x${digits.slice(0, DECISIVE)}`);
  return scaled(/[^0]/.test(digits.slice(DECISIVE)) ? kept | 1n : kept, exponent + 4 * rest);
}

/** mantissa × 2^exponent, rounded once. */
function scaled(mantissa: bigint, exponent: number): number {
  if (mantissa === 0n) return 0;
  const length = mantissa.toString(2).length;
  const top = length + exponent;
  if (top > 1024) return Infinity;
  if (top < -1074) return 0;
  const drop = length - Math.min(53, top + 1074);
  if (drop <= 0) return scale(Number(mantissa), exponent);
  const cut = BigInt(drop);
  const kept = mantissa >> cut;
  const rest = mantissa - (kept << cut);
  const half = 1n << (cut - 1n);
  const up = rest > half || (rest === half && (kept & 1n) === 1n);
  return scale(Number(up ? kept + 1n : kept), exponent + drop);
}
