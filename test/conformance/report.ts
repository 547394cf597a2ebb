import { basename } from "node:path";
import type { Result } from "./expected-failures.ts";
import type { Verdict } from "./run-file.ts";

/** The closing line. */
export function closingLine({ passed, failed }: Result): string {
  return `${passed.length} passed, ${failed.length} failed`;
}

/** Every failing case with what was expected and what came, then the expected failures by feature; ends with a newline unless empty. */
export function textReport(result: Result): string {
  const failures = result.failed.map((verdict) => `${describe(verdict)}\n`);
  const counts = new Map<string, number>();
  for (const { feature } of result.expected) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const awaited = [...counts].map(
    ([feature, count]) => `expected to fail for want of ${feature}: ${count}\n`,
  );
  return [...failures, ...awaited].join("");
}

/** The result as one JSON document. */
export function jsonReport(result: Result): string {
  const cases = [
    ...result.passed.map((verdict) => ({ ...verdict, status: "passed" })),
    ...result.failed.map((verdict) => ({ ...verdict, status: "failed" })),
    ...result.expected.map((verdict) => ({ ...verdict, status: "expected" })),
  ];
  const { passed, failed, expected } = result;
  return JSON.stringify(
    { passed: passed.length, failed: failed.length, expected: expected.length, cases },
    null,
    1,
  );
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
