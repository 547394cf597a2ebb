import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The numbers of the rules of version 1. */
const RULES = [...range(1, 14), ...range(20, 67), ...range(70, 75)];

it("every rule of version 1 has a case or a test that names it", () => {
  const tests = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.ts$/.test(file) && !/node_modules|\.cache/.test(file))
    .map((file) => join(root, "test", file));
  const files = [join(root, "fixtures/conformance/12-version-1.yaml"), ...tests];
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const named = new Set([...text.matchAll(/V1-(\d\d)/g)].map(([, rule]) => Number(rule)));
  expect(RULES.filter((rule) => !named.has(rule))).toEqual([]);
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
