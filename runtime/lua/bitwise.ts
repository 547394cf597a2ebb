import { runtimeError } from "./error.ts";
import { integer, isNumber, numberToInteger } from "./number.ts";
import { operate, operatorMethod } from "./operator.ts";
import { typeName } from "./type-name.ts";
import type { LuaFunction, Value } from "./value.ts";
import type { VM } from "./vm.ts";

const WORD = 4294967296;

/** `a & b` (manual §3.4.2) on 64 bits; strings do not convert (NUM-02); else `__band`. */
export function band(vm: VM, a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number" && Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
    if (a >>> 0 === a || b >>> 0 === b) return (a & b) >>> 0;
    return fits(a, b) ? a & b : join(high(a) & high(b), a & b);
  }
  return bits(vm, "__band", a, b, (x, y) => x & y);
}

/** `a | b`, else `__bor`. */
export function bor(vm: VM, a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number" && Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
    if (areUint32(a, b)) return (a | b) >>> 0;
    return fits(a, b) ? a | b : join(high(a) | high(b), a | b);
  }
  return bits(vm, "__bor", a, b, (x, y) => x | y);
}

/** `a ~ b`, else `__bxor`. */
export function bxor(vm: VM, a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number" && Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
    if (areUint32(a, b)) return (a ^ b) >>> 0;
    return fits(a, b) ? a ^ b : join(high(a) ^ high(b), a ^ b);
  }
  return bits(vm, "__bxor", a, b, (x, y) => x ^ y);
}

/** `a << b`: logical, 0 from 64 on, a negative count shifts right; else `__shl`. */
export function shl(vm: VM, a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number" && Number.isSafeInteger(a) && b >= 0 && b < 53) {
    const shifted = a * power(b);
    if ((b | 0) === b && Number.isSafeInteger(shifted)) return shifted;
  }
  return bits(vm, "__shl", a, b, shiftLeft);
}

/** `a >> b`: logical, 0 from 64 on, a negative count shifts left; else `__shr`. */
export function shr(vm: VM, a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number" && a >= 0 && b >= 0 && b < 53) {
    if (Number.isSafeInteger(a) && (b | 0) === b) return Math.floor(a / power(b));
  }
  return bits(vm, "__shr", a, b, (x, y) => shiftLeft(x, -y));
}

/** `~a`, else `__bnot`. */
export function bnot(vm: VM, a: Value): Value {
  if (typeof a === "number" && Number.isSafeInteger(a) && a !== Number.MAX_SAFE_INTEGER) return -1 - a;
  return bits(vm, "__bnot", a, a, (x) => ~x);
}

/** What a bitwise event calls for operands that are not both numbers. Throws the error of §3.4.2 when there is nothing. */
export function bitwiseMethod(vm: VM, event: string, a: Value, b: Value): LuaFunction {
  const method = operatorMethod(vm, event, a, b);
  if (method !== undefined) return method;
  const operand = isNumber(a) ? 1 : 0;
  const type = typeName(vm, operand === 1 ? b : a);
  throw runtimeError(`attempt to perform bitwise operation on a ${type} value`, operand);
}

function bits(vm: VM, event: string, a: Value, b: Value, compute: (x: bigint, y: bigint) => bigint): Value {
  if (!(isNumber(a) && isNumber(b))) return operate(bitwiseMethod(vm, event, a, b), a, b);
  const x = numberToInteger(a);
  const y = numberToInteger(b);
  if (x === undefined || y === undefined) {
    throw runtimeError("number has no integer representation", x === undefined ? 0 : 1);
  }
  return integer(compute(BigInt(x), BigInt(y)));
}

function shiftLeft(x: bigint, count: bigint): bigint {
  if (count <= -64n || count >= 64n) return 0n;
  // BigInt shifts keep the sign: only the 64-bit pattern shifts logically.
  return BigInt.asUintN(64, x) << count;
}

/** 2 to a power that is not negative. */
function power(exponent: number): number {
  return exponent < 31 ? 1 << exponent : 2 ** exponent;
}

function areUint32(a: number, b: number): boolean {
  return a >>> 0 === a && b >>> 0 === b;
}

function fits(a: number, b: number): boolean {
  return (a | 0) === a && (b | 0) === b;
}

function high(a: number): number {
  return Math.floor(a / WORD);
}

function join(upper: number, lower: number): number | bigint {
  const joined = upper * WORD + (lower >>> 0);
  return Number.isSafeInteger(joined) ? joined : BigInt(joined);
}
