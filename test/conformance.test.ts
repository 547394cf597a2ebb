import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const folder = join(root, "fixtures/conformance");
const files = readdirSync(folder).filter((name) => /^\d\d-.*\.yaml$/.test(name));

interface Report {
  readonly cases: readonly {
    readonly file: string;
    readonly id: string;
    readonly status: string;
    readonly problems: unknown;
  }[];
}

describe("the conformance cases, run by the shipped path", () => {
  let report: Report;

  beforeAll(async () => {
    report = JSON.parse(await runConformance()) as Report;
  }, 1_800_000);

  it.each(files)("%s", (file) => {
    const cases = report.cases.filter((entry) => basename(entry.file) === file);
    expect(cases.length).toBeGreaterThan(0);
    expect(cases.filter(({ status }) => status === "failed")).toEqual([]);
  });

  it("has a part for every chapter of the language that has cases", () => {
    const parts = files.map((name) => name.slice(0, 2));
    expect(parts).toEqual(["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "12"]);
  });
});

function runConformance(): Promise<string> {
  const args = [join(root, "scripts/run.mjs"), "test/conformance/main.ts", folder, "--json"];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      // Status 1 means that cases failed: the report says which.
      if (error !== null && error.code !== 1) reject(new Error(stderr));
      else if (stdout === "") reject(new Error(stderr));
      else resolve(stdout);
    });
  });
}
