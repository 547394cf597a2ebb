import { checkAny, checkPosition, typeError } from "../arguments.ts";
import { argumentError } from "../error.ts";
import { spend } from "../fuel.ts";
import { integer } from "../number.ts";
import { stringToNumber, toNumber } from "../to-number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

const NUMERAL = /^[ \f\n\r\t\v]*([+-]?)([\da-z]+)[ \f\n\r\t\v]*$/i;

/** `tonumber(v, base)` (NUM-05): the number a string spells; with a base an integer, wrapped to 64 bits; else nil. */
export function baseTonumber(vm: VM): LuaFunction {
  return function tonumber(value: Value, base: Value): Result {
    if (typeof value === "string") spend(vm, value.length >> 4);
    if (base === undefined) {
      const converted = typeof value === "string" ? stringToNumber(value) : toNumber(value);
      if (converted === undefined) checkAny(1, arguments.length);
      return converted;
    }
    const radix = checkPosition(base, 2);
    if (typeof value !== "string") throw typeError(value, 1, "string");
    if (radix < 2 || radix > 36) throw argumentError(2, "base out of range");
    return inBase(vm, value, radix);
  };
}

/** So many digits are a safe integer in any base. */
const GROUP = 10;

function inBase(vm: VM, text: string, radix: number): number | bigint | undefined {
  const plain = text.length > 0 && text.length <= GROUP ? digitsValue(text, radix) : -1;
  if (plain >= 0) return plain;
  const match = NUMERAL.exec(text);
  if (match === null) return undefined;
  const [, sign, digits] = match as unknown as [string, string, string];
  let exact = 0n;
  for (let at = 0; at < digits.length; at += GROUP) {
    spend(vm, 1);
    const group = digits.slice(at, at + GROUP);
    const value = digitsValue(group, radix);
    if (value < 0) return undefined;
    exact = BigInt.asUintN(64, exact * BigInt(radix ** group.length) + BigInt(value));
  }
  return integer(sign === "-" ? -exact : exact);
}

/** What at most `GROUP` digits spell; -1 when a character is no digit of the base. */
function digitsValue(digits: string, radix: number): number {
  let value = 0;
  for (let at = 0; at < digits.length; at++) {
    const weight = digitWeight(digits.charCodeAt(at));
    if (weight >= radix) return -1;
    value = value * radix + weight;
  }
  return value;
}

/** The value of a digit or letter; 36 for any other character. */
function digitWeight(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 122 ? letter - 87 : 36;
}
