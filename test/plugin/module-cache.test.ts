import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cached } from "../../src/plugin/module-cache.ts";

describe("the cache of compiled prompts", () => {
  let folder: string;
  let made: number;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cache-"));
    mkdirSync(join(folder, "node_modules"));
    made = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const get = (facts: readonly string[], name: readonly string[] = [], path = join(folder, "p.prompt.md")) =>
    cached(path, name, facts, async () => ({ text: facts.join(), number: ++made }));

  const records = () => {
    const kept = join(folder, "node_modules/.cache/promptforge");
    return readdirSync(kept).map((name) => join(kept, name));
  };

  it("makes nothing again while the facts stay", async () => {
    expect(await get(["a"])).toEqual({ text: "a", number: 1 });
    expect(await get(["a"])).toEqual({ text: "a", number: 1 });
    expect(await get(["b"])).toEqual({ text: "b", number: 2 });
    expect(await get(["a"])).toEqual({ text: "a", number: 3 });
    expect(records()).toHaveLength(1);
  });

  it("does not take one fact for two", async () => {
    await get(["a", "b"]);
    expect(await get(["ab"])).toEqual({ text: "ab", number: 2 });
  });

  it("keeps a record for each name and path", async () => {
    await get(["a"], ["types"]);
    await get(["a"]);
    await get(["a"], [], join(folder, "other.prompt.md"));
    await get(["a"], ["types"]);
    expect(made).toBe(3);
  });

  it.each([
    ["emptied", () => ""],
    ["cut", (text: string) => text.slice(0, -4)],
    ["changed", (text: string) => text.replace('"text":"a"', '"text":"x"')],
  ])("makes again what was %s", async (_, damage) => {
    await get(["a"]);
    const [record] = records();
    writeFileSync(record!, damage(readFileSync(record!, "utf8")));
    expect(await get(["a"])).toEqual({ text: "a", number: 2 });
  });

  it("keeps nothing of what fails", async () => {
    const broken = () => Promise.reject(new Error("broken"));
    await expect(cached(join(folder, "p"), [], ["a"], broken)).rejects.toThrow("broken");
    expect(await cached(join(folder, "p"), [], ["a"], async () => 1)).toBe(1);
  });

  it("goes on where it can keep nothing", async () => {
    writeFileSync(join(folder, "node_modules/.cache"), "");
    expect(await get(["a"])).toEqual({ text: "a", number: 1 });
    expect(await get(["a"])).toEqual({ text: "a", number: 2 });
  });
});
