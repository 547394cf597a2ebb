import { LONG } from "./long-string.ts";
import { DYNAMIC, LuaTable } from "./table.ts";
import type { Value } from "./value.ts";

/**
 * `object[key] = object[key] + step` in one go, for a number under a string key of a table without a metatable. False, and nothing has
 * happened, where the three operations must be done one by one.
 */
export function increase(object: Value, key: string, step: Value): boolean {
  if (!(object instanceof LuaTable) || object.mt !== undefined || typeof step !== "number") return false;
  const { s } = object;
  if (s !== DYNAMIC) {
    const value = s[key];
    if (typeof value !== "number") return false;
    const sum = value + step;
    if (!isExact(value, step, sum)) return false;
    s[key] = sum;
    return true;
  }
  if (key.length > LONG) return false;
  const hash = object.hash!;
  const value = hash.get(key);
  if (typeof value !== "number") return false;
  const sum = value + step;
  if (!isExact(value, step, sum)) return false;
  hash.set(key, sum);
  return true;
}

/** True for a sum with a fraction, and for one of integers that is safe: any other may be a bigint or a float that is boxed. */
const isExact = (a: number, b: number, sum: number): boolean =>
  sum !== Math.floor(sum) ||
  (Number.isSafeInteger(sum) && Number.isSafeInteger(a) && Number.isSafeInteger(b));
