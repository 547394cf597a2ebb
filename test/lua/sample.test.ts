import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generators } from "./generators/list.ts";
import { judgeSample, readSample } from "./sample.ts";

const folder = join(import.meta.dirname, "../../fixtures/lua");

describe("programs whose output real Lua has recorded", () => {
  it.each(generators.map((generator) => [generator.name, generator] as const))(
    "%s",
    async (_name, generator) => {
      const sample = readSample(folder, generator);
      expect(sample.cases.length).toBeGreaterThanOrEqual(15);
      expect(await judgeSample(generator, sample)).toEqual([]);
    },
  );

  it("there is a sample for each generator and no other", () => {
    const names = readdirSync(folder).map((name) => name.replace(/\.json$/, ""));
    expect(names.sort()).toEqual(generators.map(({ name }) => name).sort());
  });
});
