import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ownPrograms, readPrograms } from "../../bench/programs.mjs";

const bench = join(import.meta.dirname, "../../bench");
const given = join(import.meta.dirname, "../../../shared/bench");

describe("the programs of the benchmarks", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "programs-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("have twins", async () => {
    const programs = await readPrograms(ownPrograms);
    expect(programs.length).toBe(17);
    expect(programs.filter(({ twins }) => twins === undefined)).toEqual([]);
    expect(programs.find(({ name }) => name === "fib")?.n).toBe(27);
  });

  it("may be others, without twins", async () => {
    writeFileSync(join(folder, "own.lua"), "-- N=5\nfunction bench(n) return n end\n");
    writeFileSync(join(folder, "notes.txt"), "");
    expect(await readPrograms(folder)).toMatchObject([{ name: "own", n: 5, twins: undefined }]);
  });

  it("must say their size", async () => {
    await expect(readPrograms(folder)).rejects.toThrow("no Lua program in");
    writeFileSync(join(folder, "own.lua"), "function bench(n) return n end\n-- N=5");
    await expect(readPrograms(folder)).rejects.toThrow("the first line is not `-- N=…`");
  });

  it.runIf(existsSync(given))("are those that were given", () => {
    const texts = (root: string) =>
      ["lua", "js"].flatMap((part) =>
        readdirSync(join(root, part)).map((file) => [file, readFileSync(join(root, part, file), "utf8")]),
      );
    expect(texts(bench)).toEqual(texts(given));
  });
});
