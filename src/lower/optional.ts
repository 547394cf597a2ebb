import type { Expression } from "./es.ts";

/** A property that is left out when there is nothing to say: undefined, or an empty list. */
export function optional<T>(
  name: string,
  value: T | undefined,
  lower: (value: T) => Expression,
): [string, Expression][] {
  return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[name, lower(value)]];
}
