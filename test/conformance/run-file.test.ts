import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closingLine, jsonReport, textReport } from "./report.ts";
import { runFile, type Verdict } from "./run-file.ts";

const cache = join(import.meta.dirname, "../../node_modules/.cache/promptforge");
let folder: string;
let program: string;

/** A worker that does what the ids of its cases say. */
const worker = `
import { readFileSync } from "node:fs";
const order = JSON.parse(process.argv[2]);
const ids = readFileSync(order.file, "utf8").match(/(?<=id: )\\w+/g);
const tell = (report) => new Promise((resolve) => process.send(report, resolve));
for (const place of order.places) {
  await tell({ begun: place });
  if (ids[place] === "hangs") for (;;) {}
  if (ids[place] === "crashes") process.abort();
  if (ids[place] === "ends") process.exit(7);
  const problems = ids[place] === "fails" ? [{ what: "result", expected: "a", actual: "b" }] : [];
  await tell({ place, problems });
}
process.exit(0);
`;

beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "run-file-"));
  program = join(folder, "worker.mjs");
  writeFileSync(program, worker);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(yaml: string, filter?: string) {
  const file = join(folder, "cases.yaml");
  writeFileSync(file, yaml);
  return runFile(file, { program, cache: join(folder, "modules"), filter, patience: 1500, heap: 64 });
}
const cases = (...ids: string[]) =>
  ids.map((id) => `- { id: ${id}, rule: R-1, prompt: "", expect: { result: a } }\n`).join("");
const failing = (verdicts: readonly Verdict[]) =>
  verdicts.filter(({ problems }) => problems.length > 0).map(({ id }) => id);

describe("running a case file", () => {
  it("goes on after a case that fails, hangs, crashes or ends the process", async () => {
    const verdicts = await run(cases("one", "fails", "hangs", "two", "crashes", "ends", "three"));
    expect(verdicts.map(({ id }) => id)).toEqual([
      "one",
      "fails",
      "hangs",
      "two",
      "crashes",
      "ends",
      "three",
    ]);
    expect(failing(verdicts)).toEqual(["fails", "hangs", "crashes", "ends"]);
    expect(verdicts[2]!.problems[0]).toMatchObject({ actual: "it hangs" });
    expect(String(verdicts[4]!.problems[0]!.actual)).toContain("SIGABRT");
    expect(String(verdicts[5]!.problems[0]!.actual)).toContain("7");
    expect(readdirSync(join(folder, "modules"))).toEqual([]);
  });

  it("runs the cases whose id or rule holds the filter", async () => {
    expect((await run(cases("one", "two"), "tw")).map(({ id }) => id)).toEqual(["two"]);
    expect(await run(cases("one", "two"), "R-1")).toHaveLength(2);
    expect(await run(cases("one", "two"), "R-2")).toEqual([]);
  });

  it("fails what is no case, and a file that is none", async () => {
    const bad = `${cases("one", "one")}- { rule: R-1, prompt: "", expect: {} }\n- { id: x, prompt: "", expect: {}, extra: 1 }\n`;
    expect(failing(await run(bad))).toEqual(["one", "case 3", "x"]);
    const needs = '- { id: y, prompt: "", expect: {}, requires: the-moon }\n';
    expect(failing(await run(needs))).toEqual(["y"]);
    expect(failing(await run("- [unclosed"))).toEqual(["(file)"]);
    expect(failing(await run("a: 1"))).toEqual(["(file)"]);
  });
});

describe("the report", () => {
  const verdict = (id: string, passes: boolean): Verdict => ({
    file: join(folder, "cases.yaml"),
    id,
    rule: "R-1",
    problems: passes ? [] : [{ what: "result", expected: "a", actual: "b" }],
  });
  const verdicts = () => [verdict("passes", true), verdict("fails", false), verdict("too", true)];

  it("shows failures with what was expected and what came", () => {
    expect(textReport(verdicts())).toBe(
      'FAILED cases.yaml fails (R-1)\n  result\n    expected: "a"\n    came:     "b"\n',
    );
    expect(textReport([verdict("passes", true)])).toBe("");
  });

  it("counts", () => {
    expect(closingLine(verdicts())).toBe("2 passed, 1 failed");
    const report = JSON.parse(jsonReport(verdicts())) as { cases: { status: string }[] };
    expect(report).toMatchObject({ passed: 2, failed: 1 });
    expect(report.cases.map(({ status }) => status)).toEqual(["passed", "failed", "passed"]);
  });
});
