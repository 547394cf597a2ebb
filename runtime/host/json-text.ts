import type { Json } from "../json.ts";
import { LuaFloat } from "../lua/number.ts";
import { isContainer } from "./json-to-lua.ts";

/** Compact JSON: no white space, keys sorted by their bytes at every level, non-ASCII as it is (JSON-03, SUB-41, SUB-42). */
export function jsonText(value: Json): string {
  if (typeof value === "string") return quote(value);
  if (!isContainer(value)) return scalarText(value);
  if (value instanceof Map) {
    const keys = [...value.keys()].sort();
    return `{${keys.map((k) => `${quote(k)}:${jsonText(value.get(k)!)}`).join(",")}}`;
  }
  return `[${(value as readonly Json[]).map(jsonText).join(",")}]`;
}

/** A value as prose shows it: a string as it is, everything else as compact JSON (SUB-40, SUB-47). */
export function displayText(value: Json): string {
  return typeof value === "string" ? value : jsonText(value);
}

/**
 * A float in the JSON form: the shortest digits that give the same double, `.0` after a whole value, an exponent from 1e16 up and
 * below 1e-5; null for NaN and the infinities (SUB-43).
 */
export function floatText(double: number): string {
  if (!Number.isFinite(double)) return "null";
  const sign = double < 0 || Object.is(double, -0) ? "-" : "";
  const [mantissa, power] = Math.abs(double).toExponential().split("e") as [string, string];
  const digits = mantissa.replace(".", "");
  const exponent = Number(power);
  if (exponent >= 16 || exponent < -5) return `${sign}${mantissa}e${exponent}`;
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}

function scalarText(value: null | boolean | number | bigint | LuaFloat): string {
  if (value instanceof LuaFloat) return floatText(value.n);
  if (typeof value === "number" && !Number.isSafeInteger(value)) return floatText(value);
  return String(value);
}

function quote(text: string): string {
  return `"${text.replace(/["\\]|[^ -\uffff]/g, escaped)}"`;
}

function escaped(character: string): string {
  const short = SHORT_ESCAPES[character];
  return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const SHORT_ESCAPES: { readonly [character: string]: string } = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
};
