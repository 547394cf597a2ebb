import type { Value } from "./value.ts";

/** A float whose value is integral and below 2^53, -0 included: the floats that a plain number could not tell from an integer. */
export class LuaFloat {
  readonly n: number;

  constructor(n: number) {
    this.n = n;
  }
}

/** The most frequent of them, made once. */
const ZERO = /* @__PURE__ */ new LuaFloat(0);

/** A double as a Lua float. */
export function float(n: number): number | LuaFloat {
  if (!Number.isSafeInteger(n)) return n;
  return n === 0 && 1 / n > 0 ? ZERO : new LuaFloat(n);
}

/** A mathematical integer as a Lua integer: wrapped to 64 bits, a number when safe. */
export function integer(n: bigint): number | bigint {
  const wrapped = BigInt.asIntN(64, n);
  return wrapped >= -9007199254740991n && wrapped <= 9007199254740991n ? Number(wrapped) : wrapped;
}

/** True for a Lua integer. A number is one exactly when it is safe: a plain number is never -0. */
export function isInteger(value: Value): value is number | bigint {
  return typeof value === "number" ? Number.isSafeInteger(value) : typeof value === "bigint";
}

/** True for a Lua float. */
export function isFloat(value: Value): value is number | LuaFloat {
  return typeof value === "number" ? !Number.isSafeInteger(value) : value instanceof LuaFloat;
}

/** True for any Lua number. */
export function isNumber(value: Value): value is number | bigint | LuaFloat {
  return typeof value === "number" || typeof value === "bigint" || value instanceof LuaFloat;
}

/** The double nearest to a Lua number. */
export function toDouble(value: number | bigint | LuaFloat): number {
  return typeof value === "number" ? value : typeof value === "bigint" ? Number(value) : value.n;
}

/** The integer equal to a double, or undefined when it has a fraction or does not fit 64 bits (manual §3.4.3). */
export function doubleToInteger(n: number): number | bigint | undefined {
  if (Number.isSafeInteger(n)) return n + 0;
  if (n >= -0x8000000000000000 && n < 0x8000000000000000 && Math.floor(n) === n) return integer(BigInt(n));
  return undefined;
}

/** The integer equal to a Lua number, or undefined when there is none. */
export function numberToInteger(value: number | bigint | LuaFloat): number | bigint | undefined {
  if (typeof value === "bigint") return value;
  return doubleToInteger(typeof value === "number" ? value : value.n);
}
