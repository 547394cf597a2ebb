import { float, integer, isNumber, type LuaFloat, numberToInteger } from "./number.ts";
import { scale } from "./scale.ts";
import type { Value } from "./value.ts";

const WORD = /^[ \f\n\r\t\v]*([^ \f\n\r\t\v]+)[ \f\n\r\t\v]*$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const HEXADECIMAL = /^([+-]?)0[xX]([\da-fA-F]*)(?:(\.)([\da-fA-F]*))?(?:[pP]([+-]?\d+))?$/;

/** The number that a string spells (NUM-05, manual §3.1), or undefined. */
export function stringToNumber(s: string): number | bigint | LuaFloat | undefined {
  const text = WORD.exec(s)?.[1];
  if (text === undefined) return undefined;
  if (DECIMAL.test(text)) return /^[+-]?\d+$/.test(text) ? decimalInteger(text) : float(Number(text));
  const match = HEXADECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "", dot, fraction = "", exponent] = match;
  if (whole + fraction === "") return undefined;
  const mantissa = BigInt(`0x${whole}${fraction}`);
  if (dot === undefined && exponent === undefined) return integer(sign === "-" ? -mantissa : mantissa);
  const n = scaled(mantissa, Number(exponent ?? 0) - 4 * fraction.length);
  return float(sign === "-" ? -n : n);
}

/** The number a value is or, as a numeric string, converts to (manual §3.4.3); undefined for any other. */
export function toNumber(value: Value): number | bigint | LuaFloat | undefined {
  if (isNumber(value)) return value;
  return typeof value === "string" ? stringToNumber(value) : undefined;
}

/** The integer a number or numeric string converts to without loss (manual §3.4.3); undefined when there is none. */
export function toInteger(value: Value): number | bigint | undefined {
  const n = toNumber(value);
  return n === undefined ? undefined : numberToInteger(n);
}

/** A decimal integer that does not fit 64 bits is a float. */
function decimalInteger(text: string): number | bigint | LuaFloat {
  if (text.length <= 15) return Number(text) + 0;
  const exact = BigInt(text[0] === "+" ? text.slice(1) : text);
  return BigInt.asIntN(64, exact) === exact ? integer(exact) : float(Number(text));
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
