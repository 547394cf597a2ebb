import type { RunOptions } from "./options.ts";

/** What is to be given, then the options that it holds for. */
const OPTIONS = [
  "object model models tools store ui limits journal",
  "array capabilities",
  "AbortSignal signal",
  "function tool resolveTool resolveModel userInput timer onEvent onDelta onEffect onObserverError onWarning hop",
  "string execution",
  "boolean debugCapture",
  "number timeoutMs startedAt",
  "integer provenanceStart",
  "bigint seed",
];

const LIMITS = [
  "integer maxToolIterations maxFanoutConcurrency maxResponseBytes luaMemoryBytes luaLogEvents requestTimeoutMs luaSteps",
];

/** Throws a `TypeError` that names the first option that is unknown or of a wrong type, and says what to give. */
export function checkOptions(options: RunOptions): void {
  check(options, OPTIONS, "");
  check(options.limits ?? {}, LIMITS, "limits.");
}

function check(options: object, lists: readonly string[], place: string): void {
  for (const [name, value] of Object.entries(options)) {
    const kind = lists.map((list) => list.split(" ")).find((words) => words.includes(name, 1))?.[0];
    if (kind === undefined) throw new TypeError(`there is no option \`${place}${name}\``);
    if (value !== undefined && !fits(value, kind))
      throw new TypeError(`the option \`${place}${name}\` must be of type ${kind}`);
  }
}

function fits(value: unknown, kind: string): boolean {
  const isInteger = Number.isSafeInteger(value);
  if (kind === "integer") return isInteger && (value as number) >= 0;
  if (kind === "AbortSignal") return isListener(value as AbortSignal | null);
  if (kind === "number") return typeof value === kind && Math.abs(value as number) <= LAST_INSTANT;
  const type = Array.isArray(value) ? "array" : typeof value;
  return value !== null && (type === kind || (isInteger && kind === "bigint"));
}

function isListener(signal: Partial<AbortSignal> | null): boolean {
  return [signal?.addEventListener, signal?.removeEventListener].every(
    (given) => typeof given === "function",
  );
}

/** That a `Date` can show, in milliseconds. */
const LAST_INSTANT = 8.64e15;
