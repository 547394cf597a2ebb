import { describe, expect, test } from "vitest";
import { isSpelled, isTemporary, nameFault, namesOf, temporaryName } from "../../src/node/store-name.ts";

describe("names that Windows forbids", () => {
  test.each([
    "a:b",
    "a?",
    "*",
    "a<b",
    'a"b',
    "a|b",
    "tab\t",
    "a.",
    "a ",
    "con",
    "NUL.txt",
    "lpt9.a.b",
    "COM¹",
  ])("%j is refused there alone", (name) => {
    expect([nameFault(name, "win32"), nameFault(name, "linux")]).toEqual([
      "Windows allows no such name",
      undefined,
    ]);
  });

  test.each(["a", ".config", "console", "com10.txt", "a b", "ü", "😀", "null"])("%j is none", (name) => {
    expect(nameFault(name, "win32")).toBeUndefined();
  });
});

test("a path is its names, all of which must be good", () => {
  expect(namesOf("a/.b/c d")).toEqual(["a", ".b", "c d"]);
  expect(() => namesOf("a/../b")).toThrow(new Error("the path leads through `.` or `..`"));
});

test("a temporary name is like no other, short, and no name of a path in any case", () => {
  const names = new Set(Array.from({ length: 1000 }, temporaryName));
  expect(names.size).toBe(1000);
  for (const name of names)
    expect([
      isTemporary(name),
      isTemporary(name.toUpperCase()),
      name.length < 64,
      nameFault(name) !== undefined,
    ]).toEqual([true, true, true, true]);
});

test("a name is spelled as the directory holds it, in case and in composition", () => {
  const listed = ["A.txt", "e\u0301"];
  expect([isSpelled("A.txt", listed), isSpelled("a.txt", listed), isSpelled("\u00e9", listed)]).toEqual([
    true,
    false,
    false,
  ]);
});
