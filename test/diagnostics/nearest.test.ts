import { describe, expect, it } from "vitest";
import { nearest, nearestToLong } from "../../src/diagnostics/nearest.ts";

const keys = ["name", "description", "models", "tools", "input"];

describe("nearest", () => {
  it.each([
    ["modles", "models"],
    ["model", "models"],
    ["descripton", "description"],
    ["NAME", "name"],
    ["tols", "tools"],
    ["imput", "input"],
    ["anem", undefined],
    ["author", undefined],
    ["", undefined],
    ["x", undefined],
  ])("%s means %s", (word, expected) => expect(nearest(word, keys)).toBe(expected));

  it("prefers the smaller distance, then the earlier candidate", () => {
    expect(nearest("tool", ["tolls", "tools", "cool"])).toBe("tools");
    expect(nearest("cat", ["bat", "rat"])).toBe("bat");
    expect(nearest("word", [])).toBeUndefined();
  });
});

describe("nearestToLong", () => {
  it.each([
    ["nams", "name"],
    ["nam", undefined],
    ["names", "name"],
  ])("%s means %s", (word, expected) => expect(nearestToLong(word, keys)).toBe(expected));
});
