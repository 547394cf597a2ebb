import { checkAny, checkPosition, typeError } from "../arguments.ts";
import { argumentError } from "../error.ts";
import { integer } from "../number.ts";
import { toNumber } from "../to-number.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

const NUMERAL = /^[ \f\n\r\t\v]*([+-]?)([\da-z]+)[ \f\n\r\t\v]*$/i;

/** `tonumber(v, base)` (NUM-05): the number a string spells; with a base an integer, wrapped to 64 bits; else nil. */
export function baseTonumber(_vm: VM): LuaFunction {
  return tonumber;
}

function tonumber(value: Value, base: Value): Result {
  if (base === undefined) {
    const converted = toNumber(value);
    if (converted === undefined) checkAny(1, arguments.length);
    return converted;
  }
  const radix = checkPosition(base, 2);
  if (typeof value !== "string") throw typeError(value, 1, "string");
  if (radix < 2 || radix > 36) throw argumentError(2, "base out of range");
  return inBase(value, radix);
}

function inBase(text: string, radix: number): number | bigint | undefined {
  const match = NUMERAL.exec(text);
  if (match === null) return undefined;
  let exact = 0n;
  for (const digit of match[2]!) {
    const weight = Number.parseInt(digit, 36);
    if (weight >= radix) return undefined;
    exact = BigInt.asUintN(64, exact * BigInt(radix) + BigInt(weight));
  }
  return integer(match[1] === "-" ? -exact : exact);
}
