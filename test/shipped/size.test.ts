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

  it("grows only on record: `npm run sizes` writes it, so that a change of size is seen in review", () => {
    expect(Object.keys(sizes)).toEqual(Object.keys(record));
    // Another zlib may need a little more.
    const grown = Object.entries(sizes).filter(([name, size]) => size.gzipped > record[name]!.gzipped * 1.03);
    expect(grown.map(([name, { gzipped }]) => `${name}: ${record[name]!.gzipped} -> ${gzipped}`)).toEqual([]);
  });
});
