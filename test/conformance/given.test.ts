import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCases } from "./case.ts";

const folder = join(import.meta.dirname, "../../fixtures/conformance");
const given = join(import.meta.dirname, "../../../shared/cases");

const files = (of: string): string[] => readdirSync(of).filter((name) => name.endsWith(".yaml"));
const text = (of: string, file: string): string => readFileSync(join(of, file), "utf8");

/** The one case that contradicts a rule, which wins: what is otherwise in it. */
const CORRECTED = {
  file: "10-errors-and-limits.yaml",
  id: "err-model-uncaught-status-429",
  rule: "KND-60",
  changes: [
    ["  note: KND-60 says that 429 is transient\n", ""],
    [
      '"non-success backend status 429", "retryable": true',
      '"non-success backend status 429", "retryable": false',
    ],
  ],
} as const;

describe("the conformance cases", () => {
  it("are corrected where a rule contradicts one, with a note that names the rule", () => {
    const corrected = text(folder, CORRECTED.file).split(`- id: ${CORRECTED.id}\n`)[1]!.split("\n- id: ")[0]!;
    expect(corrected).toContain(`note: ${CORRECTED.rule}`);
    const { case: read, problem } = readCases(join(folder, CORRECTED.file)).find(
      (entry) => entry.case.id === CORRECTED.id,
    )!;
    expect(problem).toBeUndefined();
    expect(read.expect).toMatchObject({ error: { retryable: true } });
  });

  it.runIf(existsSync(given))("are those that were given, but for the corrected one", () => {
    expect(files(folder)).toEqual(files(given));
    for (const file of files(folder)) {
      const changes = file === CORRECTED.file ? CORRECTED.changes : [];
      const original = changes.reduce((all, [now, before]) => all.replace(now, before), text(folder, file));
      expect(original === text(given, file), file).toBe(true);
    }
  });
});
