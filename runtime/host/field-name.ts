import { isInteger, isNumber, toDouble } from "../lua/number.ts";
import { basicType } from "../lua/type-name.ts";
import type { Value } from "../lua/value.ts";
import { floatText } from "./json-text.ts";

/** A key as refused writes name it, without quotes: a string itself, others as `Integer(1)`, `Number(2.5)`, `Boolean(true)` (ARG-62, SYS-02). */
export function fieldName(key: Value): string {
  if (typeof key === "string") return key;
  if (key === undefined) return "Nil";
  if (isNumber(key)) return isInteger(key) ? `Integer(${key})` : `Number(${debugFloat(toDouble(key))})`;
  if (typeof key === "boolean") return `Boolean(${key})`;
  const type = basicType(key);
  return type[0]!.toUpperCase() + type.slice(1);
}

function debugFloat(double: number): string {
  if (Number.isFinite(double)) return floatText(double);
  return Number.isNaN(double) ? "NaN" : double > 0 ? "inf" : "-inf";
}
