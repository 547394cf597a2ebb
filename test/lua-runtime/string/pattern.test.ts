import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY, list } from "../../../runtime/lua/call.ts";
import { stringFind } from "../../../runtime/lua/string/find.ts";
import { stringGmatch } from "../../../runtime/lua/string/gmatch.ts";
import { stringMatch } from "../../../runtime/lua/string/match.ts";
import { backtrack, type Match } from "../../../runtime/lua/string/pattern/match.ts";
import { patternOf, search } from "../../../runtime/lua/string/pattern/search.ts";
import type { LuaFunction, Value } from "../../../runtime/lua/value.ts";
import { VM } from "../../../runtime/lua/vm.ts";
import { messageOf } from "../message.ts";
import { newVM } from "../state.ts";

const vm = newVM();
const find = stringFind(vm);
const match = stringMatch(vm);
const gmatch = stringGmatch(vm);

function all(...values: Value[]): (readonly Value[])[] {
  const next = gmatch(...values) as LuaFunction;
  const found: (readonly Value[])[] = [];
  for (let step = list(next()); step.length > 0; step = list(next())) found.push(step);
  return found;
}

describe("find and match (LIB-11)", () => {
  it.each<[string, string, readonly Value[]]>([
    ["hello world", "o w", [5, 7]],
    ["hello", "l+", [3, 4]],
    ["hello", "(l)(l)", [3, 4, "l", "l"]],
    ["key = value", "(%w+)%s*=%s*(%w+)", [1, 11, "key", "value"]],
    ["a.b", ".", [1, 1]],
    ["a.b", "%.", [2, 2]],
    ["f(a(b)c)d", "%b()", [2, 8]],
    ["THE (quick) fox", "%f[%a]%a+%f[%A]", [1, 3]],
    ["abab", "(ab)%1", [1, 4, "ab"]],
    ["hello", "()ll()", [3, 4, 3, 5]],
    ["$x^", "x^", [2, 3]],
    ["a$b", "a$b", [1, 3]],
    ["]a", "[]]", [1, 1]],
    ["a-z", "[a-]+", [1, 2]],
    ["\0x", "%z", [1, 1]],
    ["caf\xe9", "%a+", [1, 3]],
    ["\xe9", "%u*", [1, 0]],
  ])("find(%j, %j)", (subject, pattern, expected) => {
    expect(find(subject, pattern)).toEqual(expected);
  });

  it.each<[string, string, Value]>([
    ["[[x]]", "%[%[(.-)%]%]", "x"],
    ["  trim  ", "^%s*(.-)%s*$", "trim"],
    ["aaa", "a-", ""],
    ["aaab", "^a-b", "aaab"],
    ["x", "y", undefined],
    ["ab", "^b", undefined],
  ])("match(%j, %j)", (subject, pattern, expected) => {
    expect(match(subject, pattern)).toEqual(expected);
  });

  it("starts at init, counted from the end when negative, and gives nil beyond the string", () => {
    expect(find("abcabc", "b", 3)).toEqual([5, 5]);
    expect(find("abcabc", "b", -2)).toEqual([5, 5]);
    expect(find("abc", "^b", 2)).toEqual([2, 2]);
    expect(find("abc", "", 4)).toEqual([4, 3]);
    expect(find("abc", "", 5)).toBeUndefined();
    expect(match("abc", ".", 5)).toBeUndefined();
  });

  it("takes the pattern as it stands when plain", () => {
    expect(find("a.b*c", "b*", 1, true)).toEqual([3, 4]);
    expect(find("a+b", "+", 1, true)).toEqual([2, 2]);
    expect(find("abc", ".", 1, true)).toBeUndefined();
  });
});

describe("gmatch (LIB-11)", () => {
  it("walks over all matches and ends with no value", () => {
    expect(all("one two", "%a+")).toEqual([["one"], ["two"]]);
    expect(all("a=1, b=2", "(%w+)=(%w+)")).toEqual([
      ["a", "1"],
      ["b", "2"],
    ]);
    const next = gmatch("a", "b") as LuaFunction;
    expect(next()).toBe(EMPTY);
  });

  it("does not repeat an empty match right behind the last one", () => {
    expect(all("abc", "%w*")).toEqual([["abc"]]);
    expect(all("ab", "x*")).toEqual([[""], [""], [""]]);
  });

  it("takes a leading ^ as a byte and honours init", () => {
    expect(all("^a^a", "^a")).toEqual([["^a"], ["^a"]]);
    expect(all("abc", ".", -2)).toEqual([["b"], ["c"]]);
    expect(all("abc", "", 9)).toEqual([]);
  });
});

describe("pattern errors (LIB-12)", () => {
  it.each([
    ["a%", "malformed pattern (ends with '%')"],
    ["a[b", "malformed pattern (missing ']')"],
    ["a[^]", "malformed pattern (missing ']')"],
    ["a%b", "malformed pattern (missing arguments to '%b')"],
    ["a%f", "missing '[' after '%f' in pattern"],
    ["a)", "invalid pattern capture"],
    ["(a", "unfinished capture"],
    ["a%1", "invalid capture index %1"],
    ["(a%1)", "invalid capture index %1"],
    ["()".repeat(33), "too many captures"],
    ["a?".repeat(250), "pattern too complex"],
  ])("%j", (pattern, message) => {
    expect(messageOf(() => match("a".repeat(300), pattern))).toBe(message);
  });

  it("are raised only when the match gets there", () => {
    expect(match("x", "a[b")).toBeUndefined();
    expect(find("x", "a%")).toBeUndefined();
  });
});

describe("both ways of matching agree", () => {
  const single = fc.constantFrom("a", "b", ".", "%a", "%d", "[ab]", "[^a]", "%s", "%W", "x");
  const item = fc.tuple(single, fc.constantFrom("", "", "*", "+", "-", "?")).map((parts) => parts.join(""));
  const body = fc.array(
    fc.oneof(
      item,
      item.map((text) => `(${text})`),
    ),
    { minLength: 1, maxLength: 6 },
  );
  const patterns = fc
    .tuple(fc.constantFrom("", "^"), body, fc.constantFrom("", "$"))
    .map(([begin, items, end]) => begin + items.join("") + end);
  const subjects = fc.string({ unit: fc.constantFrom("a", "b", "x", " ", "1", "\xe9", "\0"), maxLength: 14 });

  it("as a regular expression and by backtracking", () => {
    fc.assert(
      fc.property(patterns, subjects, (text, subject) => {
        const pattern = patternOf(vm, text);
        expect(pattern.regexp).toBeDefined();
        const one = search(vm, pattern, subject, 0);
        const other = backtrack(vm, pattern, subject, 0);
        const shown = (match: Match | null) =>
          match && [match.index, ...Array.from({ length: pattern.captures + 1 }, (_, place) => match[place])];
        expect(shown(one)).toEqual(shown(other));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("no pattern can hang a run", () => {
  it.each([
    ["a*?b", "a".repeat(50_000)],
    ["a-b", "a".repeat(50_000)],
    [".*.*.*b", "a".repeat(3000)],
    [`^${"a?".repeat(40)}${"a".repeat(40)}b`, "a".repeat(40)],
    ["%s+$", `${" ".repeat(50_000)}x`],
  ])("%j spends fuel", (pattern, subject) => {
    let refills = 0;
    const stopped = new Error("stopped");
    const refill = () => {
      if (++refills > 5) throw stopped;
    };
    const limited = new VM({ refill, quantum: 100_000, entropy: { seed: 0 } }, "", 1e6);
    expect(() => stringFind(limited)(subject, pattern)).toThrow(stopped);
  });
});
