import { isDeepStrictEqual } from "node:util";
import { isRecord } from "./case.ts";
import type { Ending, Observed, ObservedError, ObservedParseError } from "./observed.ts";

/** One statement of a case that does not hold. */
export interface Problem {
  /** The expectation, such as `error.message` or `requests[0].messages`. */
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

type Check = (expected: unknown, observed: Observed) => readonly Problem[];

/** How each expectation field is compared; a field that is not here fails its case. */
const checks: { readonly [field: string]: Check } = {
  result: (expected, { ending }) => [
    ...text("result", expected),
    ...differ("result", expected, ending.kind === "result" ? ending.text : describe(ending)),
  ],
  error: (expected, { ending }) => {
    const error = asError(ending);
    return error === undefined
      ? [mismatch("error", expected, describe(ending))]
      : compare("error", expected, error, errorFields);
  },
  parseError: (expected, { ending }) => {
    const failure = asParseError(ending);
    if (failure === undefined) return [mismatch("parseError", expected, describe(ending))];
    return compare("parseError", expected, failure, parseErrorFields);
  },
  outcome: (expected, { ending }) =>
    differ("outcome", expected, ending.kind === "cancelled" ? "cancelled" : describe(ending)),
  store: (expected, { store }) => differ("store", expected, store),
  logs: (expected, { logs }) => listOf("logs", expected, logs, logFields),
  reports: (expected, { reports }) => {
    const named = new Set(Array.isArray(expected) ? expected.map((entry) => entry?.event) : []);
    return listOf(
      "reports",
      expected,
      reports.filter((report) => named.has(report.event)),
      reportFields,
    );
  },
  requests: (expected, { requests }) => listOf("requests", expected, requests, requestFields),
  toolCalls: (expected, { toolCalls }) => listOf("toolCalls", expected, toolCalls, toolCallFields),
};

const endings = ["result", "error", "parseError", "outcome"];

/** What of a case's expectations does not hold; empty when the case passes. */
export function judge(expect: { readonly [field: string]: unknown }, observed: Observed): readonly Problem[] {
  const problems = observed.unmet.map((message) => mismatch("host", "a scripted answer", message));
  if (observed.ending.kind === "broken")
    problems.push(mismatch("run", "an outcome", observed.ending.message));
  if (endings.filter((field) => field in expect).length !== 1) {
    problems.push(mismatch("expect", `exactly one of ${endings.join(", ")}`, Object.keys(expect)));
  }
  for (const [field, expected] of Object.entries(expect)) {
    const check = Object.hasOwn(checks, field) ? checks[field] : undefined;
    if (check === undefined) problems.push(mismatch(field, "a known expectation field", field));
    else problems.push(...check(expected, observed));
  }
  return problems;
}

/** Compares one given field with the whole observed record. */
type FieldCheck = (
  what: string,
  expected: unknown,
  actual: { readonly [field: string]: unknown },
) => readonly Problem[];

const same =
  (field: string): FieldCheck =>
  (what, expected, actual) =>
    differ(what, expected, actual[field]);

const orAbsent =
  (field: string): FieldCheck =>
  (what, expected, actual) =>
    differ(what, expected ?? undefined, actual[field]);

const within =
  (field: string): FieldCheck =>
  (what, expected, actual) => {
    if (typeof expected === "string" && String(actual[field]).includes(expected)) return [];
    return [mismatch(what, expected, actual[field])];
  };

const offered: FieldCheck = (what, expected, actual) => {
  const tools = actual["tools"];
  if (!Array.isArray(expected) || !Array.isArray(tools) || expected.length !== tools.length) {
    return [mismatch(what, expected, tools)];
  }
  return expected.flatMap((entry: unknown, index) => {
    const place = `${what}[${index}]`;
    const wanted = isRecord(entry) ? entry : { name: entry };
    return Object.keys(wanted).flatMap((key) => differ(`${place}.${key}`, wanted[key], tools[index]?.[key]));
  });
};

type FieldChecks = { readonly [field: string]: FieldCheck };
const fieldsOf = (...names: string[]): FieldChecks =>
  Object.fromEntries(names.map((name) => [name, same(name)]));

const errorFields: FieldChecks = {
  ...fieldsOf("kind", "message", "retryable", "line", "column"),
  contains: within("message"),
};
const parseErrorFields: FieldChecks = {
  ...fieldsOf("kind", "message", "name", "line", "column"),
  contains: within("message"),
};
const logFields = fieldsOf("section", "message");
const reportFields = fieldsOf("section", "event");
const toolCallFields = fieldsOf("tool", "alias", "arguments", "caller");
const requestFields: FieldChecks = {
  ...fieldsOf("role", "model", "messages", "stream"),
  temperature: orAbsent("temperature"),
  max_tokens: orAbsent("max_tokens"),
  thinking: orAbsent("thinking"),
  tools: offered,
};

function compare(what: string, expected: unknown, actual: object, known: FieldChecks): readonly Problem[] {
  if (!isRecord(expected)) return [mismatch(what, expected, actual)];
  return Object.entries(expected).flatMap(([field, value]) => {
    const check = Object.hasOwn(known, field) ? known[field] : undefined;
    const place = `${what}.${field}`;
    if (check === undefined) return [mismatch(place, "a known expectation field", field)];
    return check(place, value, actual as { [field: string]: unknown });
  });
}

function listOf(
  what: string,
  expected: unknown,
  actual: readonly object[],
  known: FieldChecks,
): readonly Problem[] {
  if (!Array.isArray(expected) || expected.length !== actual.length)
    return [mismatch(what, expected, actual)];
  return expected.flatMap((entry: unknown, index) =>
    compare(`${what}[${index}]`, entry, actual[index]!, known),
  );
}

function differ(what: string, expected: unknown, actual: unknown): readonly Problem[] {
  return isDeepStrictEqual(expected, actual) ? [] : [mismatch(what, expected, actual)];
}

function text(what: string, expected: unknown): readonly Problem[] {
  return typeof expected === "string" ? [] : [mismatch(what, "a text in the case file", expected)];
}

function mismatch(what: string, expected: unknown, actual: unknown): Problem {
  return { what, expected, actual };
}

/** KND-30: a file that does not parse ends its run with the kind `Parse`. */
function asError(ending: Ending): ObservedError | undefined {
  if (ending.kind === "error") return ending.error;
  if (ending.kind !== "parseError") return undefined;
  return { ...ending.failure, kind: "Parse", retryable: false };
}

/** FMT-15: a file without a version parses, and its run is refused with a parse error of kind `Structure`. */
function asParseError(ending: Ending): ObservedParseError | undefined {
  if (ending.kind === "parseError") return ending.failure;
  if (ending.kind !== "error" || ending.error.kind !== "Parse") return undefined;
  return { kind: "Structure", message: ending.error.message };
}

function describe(ending: Ending): unknown {
  if (ending.kind === "result") return { result: ending.text };
  if (ending.kind === "error") return { error: ending.error };
  if (ending.kind === "parseError") return { parseError: ending.failure };
  return ending.kind === "broken" ? { broken: ending.message } : { outcome: "cancelled" };
}
