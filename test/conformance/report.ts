import { basename } from "node:path";
import type { Verdict } from "./run-file.ts";

/** The verdicts with a problem. */
export function failed(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.filter(({ problems }) => problems.length > 0);
}

/** The closing line: `N passed, N failed`. */
export function closingLine(verdicts: readonly Verdict[]): string {
  const { length } = failed(verdicts);
  return `${verdicts.length - length} passed, ${length} failed`;
}

/** Every failing case with what was expected and what came; ends with a newline unless empty. */
export function textReport(verdicts: readonly Verdict[]): string {
  return failed(verdicts)
    .map((verdict) => `${describe(verdict)}\n`)
    .join("");
}

/** The result as one JSON document: the counts, then each case with its status and problems. */
export function jsonReport(verdicts: readonly Verdict[]): string {
  const { length } = failed(verdicts);
  const cases = verdicts.map((verdict) => ({
    ...verdict,
    status: verdict.problems.length > 0 ? "failed" : "passed",
  }));
  return JSON.stringify({ passed: verdicts.length - length, failed: length, cases }, null, 1);
}

function describe({ file, id, rule, problems }: Verdict): string {
  const lines = problems.flatMap(({ what, expected, actual }) => [
    `  ${what}`,
    `    expected: ${show(expected)}`,
    `    came:     ${show(actual)}`,
  ]);
  return [`FAILED ${basename(file)} ${id}${rule === "" ? "" : ` (${rule})`}`, ...lines].join("\n");
}

function show(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  const quoted = typeof value === "string" ? JSON.stringify(text) : text;
  return quoted.length > 2000 ? `${quoted.slice(0, 2000)}… (${quoted.length} characters)` : quoted;
}
