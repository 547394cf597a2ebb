import { LuaFloat } from "../lua/number.ts";
import type { Value } from "../lua/value.ts";
import { decodeUtf8, encodeUtf8 } from "../utf8.ts";

/** True for the values that a block may return (RET-01): nil, strings, numbers and booleans. */
export function isScalar(value: Value): boolean {
  return value instanceof LuaFloat || (typeof value !== "object" && typeof value !== "function");
}

/** The result text of a scalar that is not nil, as valid UTF-8 (RET-01 to RET-03). */
export function scalarText(value: Value): string {
  if (value instanceof LuaFloat) return floatText(value.n);
  return typeof value === "number" ? floatText(value) : plainText(value);
}

/** `scalarText` of a string, a boolean or a bigint. */
export function plainText(value: Value): string {
  return typeof value === "string" ? encodeUtf8(decodeUtf8(value)) : String(value);
}

/** The shortest digits that read back to the same double, in positional form (RET-03). Integers have no other form. */
function floatText(n: number): string {
  if (!Number.isFinite(n)) return Number.isNaN(n) ? "NaN" : n > 0 ? "inf" : "-inf";
  const sign = n < 0 || Object.is(n, -0) ? "-" : "";
  const [mantissa, exponent] = String(Math.abs(n)).split("e") as [string, string?];
  return sign + (exponent === undefined ? mantissa : positional(mantissa, Number(exponent)));
}

/** `1.5`, `-7` → `0.00000015`: exponents appear only below 1e-6 and from 1e21, so the point always leaves the digits. */
function positional(mantissa: string, exponent: number): string {
  const [whole, fraction = ""] = mantissa.split(".") as [string, string?];
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${whole}${fraction}`;
  return whole + fraction.padEnd(exponent, "0");
}
