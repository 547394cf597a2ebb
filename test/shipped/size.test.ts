import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { build } from "../../scripts/build.mjs";
import { moduleSizes, recordPath, type SizeRecord } from "../../scripts/module-size.ts";
import { root } from "./workplace.ts";

const record = JSON.parse(readFileSync(recordPath(root), "utf8")) as SizeRecord;
let sizes: SizeRecord;

beforeAll(async () => {
  await build();
  sizes = await moduleSizes(root);
}, 120_000);

describe("the size of a module, bundled and minified", () => {
  it("is at most 10 kB gzipped for a prompt that only reads `args` and one placeholder", () => {
    expect(sizes["args-and-placeholder"]!.gzipped).toBeLessThanOrEqual(10_000);
  });

  it("is recorded: `npm run sizes` writes the record, so that a change of size is seen in review", () => {
    expect(Object.keys(sizes)).toEqual(Object.keys(record));
    // Another zlib may need a little more or less, and so may a small change of the runtime.
    const changed = Object.entries(sizes).filter(
      ([name, { gzipped }]) => Math.abs(gzipped / record[name]!.gzipped - 1) > 0.03,
    );
    expect(changed.map(([name, { gzipped }]) => `${name}: ${record[name]!.gzipped} -> ${gzipped}`)).toEqual(
      [],
    );
  });
});
