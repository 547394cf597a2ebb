import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { StoreFailure } from "../../../runtime/host/store-failure.ts";
import { readGlob } from "../../../runtime/host/store-glob.ts";

describe("matching (STO-51, STO-52)", () => {
  test.each<[string, string[], string[]]>([
    ["a/**/b.rs", ["a/b.rs", "a/x/b.rs", "a/x/y/b.rs"], ["b.rs", "a/b.rsx", "a/xb.rs", "c/a/b.rs"]],
    ["**/z.rs", ["z.rs", "d/z.rs", "d/e/z.rs"], ["az.rs", "z.rs/x"]],
    ["**", ["a", "a/b", ".x/y"], []],
    ["a/**", ["a/b", "a/b/c"], ["a", "ab"]],
    ["*", ["x", ".x", ""], ["d/x"]],
    ["*.txt", ["a.txt", ".txt"], ["a.txt.gz", "d/a.txt"]],
    ["a*b*c", ["abc", "axbxc", "abcbc"], ["ab", "acb"]],
    ["d/*/x", ["d/e/x"], ["d/x", "d/e/f/x"]],
    ["**/a/**/b", ["a/b", "x/a/y/z/b", "a/a/b"], ["b", "a/x"]],
    ["[a]?{b}", ["[a]?{b}"], ["a", "axb"]],
    ["A", ["A"], ["a"]],
  ])("%s", (pattern, matching, others) => {
    const { matches } = readGlob(pattern);
    expect(matching.filter((path) => !matches(path))).toEqual([]);
    expect(others.filter(matches)).toEqual([]);
  });

  test("agrees with a regular expression on small patterns", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 3 });
    const segment = fc.oneof(
      fc.constant("**"),
      fc.array(fc.oneof(name, fc.constant("*")), { maxLength: 3 }).map((p) => p.join("")),
    );
    const pattern = fc
      .array(segment, { minLength: 1, maxLength: 4 })
      .map((s) => s.join("/"))
      .filter(isPattern);
    const path = fc
      .array(
        name.filter((n) => n !== ""),
        { minLength: 1, maxLength: 4 },
      )
      .map((s) => s.join("/"));
    fc.assert(
      fc.property(pattern, path, (glob, file) => {
        expect([glob, file, readGlob(glob).matches(file)]).toEqual([glob, file, asRegExp(glob).test(file)]);
      }),
      { numRuns: 2000 },
    );
  });

  test("many wildcards do no exponential work (STO-53)", () => {
    // Backtracking over every wildcard would try more ways than there are atoms.
    const { matches } = readGlob(`${"*a".repeat(200)}/${"**/".repeat(20)}*c`);
    expect(matches(`${"a".repeat(300)}/${"d/".repeat(40)}b`)).toBe(false);
  });
});

describe("the directory that every match lies beneath", () => {
  test.each<[string, string | undefined]>([
    ["*", ""],
    ["**/x", ""],
    ["a/b*/c", "a"],
    ["a/b/c", "a/b"],
    ["a/b/**", "a/b"],
    ["x", ""],
    ["/x", undefined],
    ["a//b", undefined],
    ["../*", undefined],
    ["a/./x*", undefined],
  ])("%s (STO-23)", (pattern, directory) => {
    expect(readGlob(pattern).directory).toBe(directory);
  });
});

describe("pattern errors", () => {
  test.each([
    ["pattern is empty", ""],
    ["pattern exceeds 1024 bytes", "é".repeat(513)],
    ["pattern contains a control character", "a\\\n***"],
    ["pattern does not support backslash escapes", "\\***"],
    ["more than two consecutive '*' are not supported", "a**/***"],
    ["'**' must occupy a whole path segment", "a/b**"],
    ["'**' must occupy a whole path segment", "**b/c"],
  ])("%s: %j", (reason, pattern) => {
    expect(() => readGlob(pattern)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(reason.replaceAll("*", "\\*")) }),
    );
    expect(() => readGlob(pattern)).toThrow(StoreFailure);
  });
});

function isPattern(glob: string): boolean {
  return glob !== "" && !glob.includes("***") && !/[^/]\*\*|\*\*[^/]/.test(glob);
}

function asRegExp(glob: string): RegExp {
  const segments = glob.split("/").map((s) => (s === "**" ? s : s.replaceAll("*", "[^/]*")));
  const parts = segments.map((s, at) => {
    const last = at === segments.length - 1;
    if (s === "**") return last ? ".+" : "(?:[^/]+/)*";
    return last ? s : `${s}/`;
  });
  return new RegExp(`^${parts.join("")}$`);
}
