import type { ModelRequest } from "../model.ts";
import { ScriptError } from "./script-error.ts";

/**
 * What a value must be like: of an object the fields that are given, of a list every entry, of a text the pattern, if it is one, else
 * the same value. `undefined` is a field that must be missing.
 */
export type Expected<Value> = Value extends string
  ? Value | RegExp
  : Value extends readonly (infer Entry)[]
    ? readonly Expected<Entry>[]
    : Value extends (...given: never[]) => unknown
      ? Value | undefined
      : Value extends object
        ? { readonly [Field in keyof Value]?: Expected<Value[Field]> | undefined }
        : Value;

/** What a request must be like; a text or a pattern is for the content of its last message. */
export type ExpectedRequest = string | RegExp | Expected<ModelRequest>;

/** One place where a value is not as expected. */
interface Difference {
  readonly place: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Throws a `ScriptError` that lists every difference. `what` names the values, such as `requests`. */
export function expectList(what: string, expected: readonly unknown[], actual: readonly unknown[]): void {
  const found = differences(what, expected, actual);
  if (found.length === 0) return;
  const lines = found.map(
    (difference) =>
      `  ${difference.place}: expected ${show(difference.expected)}, got ${show(difference.actual)}`,
  );
  throw new ScriptError(`the ${what} are not as expected\n${lines.join("\n")}`, { actual, expected });
}

function differences(place: string, expected: unknown, actual: unknown): readonly Difference[] {
  if (expected instanceof RegExp) {
    return typeof actual === "string" && matches(expected, actual) ? [] : [{ place, expected, actual }];
  }
  if (Array.isArray(expected)) return listDifferences(place, expected, actual);
  if (typeof expected !== "object" || expected === null) {
    return Object.is(expected, actual) ? [] : [{ place, expected, actual }];
  }
  if (typeof actual !== "object" || actual === null) return [{ place, expected, actual }];
  return Object.entries(expected).flatMap(([field, value]) =>
    differences(`${place}.${field}`, value, (actual as { readonly [field: string]: unknown })[field]),
  );
}

function listDifferences(
  place: string,
  expected: readonly unknown[],
  actual: unknown,
): readonly Difference[] {
  if (!Array.isArray(actual)) return [{ place, expected, actual }];
  if (actual.length !== expected.length) {
    const count = { place: `${place}.length`, expected: expected.length, actual: actual.length };
    const first = expected.findIndex(
      (entry, at) => at >= actual.length || differences("", entry, actual[at]).length > 0,
    );
    const at = first < 0 ? expected.length : first;
    return [count, { place: `${place}[${at}]`, expected: expected[at], actual: actual[at] }];
  }
  return expected.flatMap((entry, at) => differences(`${place}[${at}]`, entry, actual[at]));
}

/** A pattern with a state of its own is read from its start. */
function matches(pattern: RegExp, text: string): boolean {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, "")).test(text);
}

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value instanceof RegExp || typeof value === "function") return String(value);
  return (
    JSON.stringify(value, (_key, inner: unknown) => (inner instanceof RegExp ? String(inner) : inner)) ??
    String(value)
  );
}
