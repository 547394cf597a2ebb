import { describe, expect, it } from "vitest";
import { stringGsub } from "../../../runtime/lua/string/gsub.ts";
import { LuaTable } from "../../../runtime/lua/table.ts";
import { set } from "../../../runtime/lua/table-write.ts";
import type { Value } from "../../../runtime/lua/value.ts";
import { messageOf } from "../message.ts";
import { newVM } from "../state.ts";

const gsub = stringGsub(newVM());

describe("gsub (LIB-13)", () => {
  it.each<[readonly Value[], readonly Value[]]>([
    [
      ["hello", "l", "L"],
      ["heLLo", 2],
    ],
    [
      ["hello", "l", "L", 1],
      ["heLlo", 1],
    ],
    [
      ["hello", "l", "L", 0],
      ["hello", 0],
    ],
    [
      ["abc", "", "-"],
      ["-a-b-c-", 4],
    ],
    [
      ["abc def", "%w*", "x"],
      ["x x", 2],
    ],
    [
      ["abc", "^%w", "<%0>"],
      ["<a>bc", 1],
    ],
    [
      ["k=v", "(%w)=(%w)", "%2=%1 %%"],
      ["v=k %", 1],
    ],
    [
      ["abc", "%w", "%1%1"],
      ["aabbcc", 3],
    ],
    [
      ["abc", "()b", "%1"],
      ["a2c", 1],
    ],
    [
      ["abc", "b", 7],
      ["a7c", 1],
    ],
    [
      ["a$&b", "%$", "$$"],
      ["a$$&b", 1],
    ],
  ])("gsub(%j) is %j", (values, expected) => {
    expect(gsub(...values)).toEqual(expected);
  });

  it("asks a table by the first capture; nil and false keep the match", () => {
    const table = new LuaTable();
    set(table, "a", "A");
    set(table, "b", false);
    set(table, "c", 1);
    expect(gsub("abcd", "%w", table)).toEqual(["Ab1d", 4]);
    expect(gsub("a=1", "(%w)=(%w)", table)).toEqual(["A", 1]);
  });

  it("honours __index of the table", () => {
    const table = new LuaTable();
    table.mt = new LuaTable();
    set(table.mt, "__index", (_table: Value, key: Value) => `<${key as string}>`);
    expect(gsub("ab", "%w", table)).toEqual(["<a><b>", 2]);
  });

  it("calls a function with all captures; the first result counts", () => {
    expect(gsub("a1 b2", "(%a)(%d)", (a, d) => [`${d as string}${a as string}`, "ignored"])).toEqual([
      "1a 2b",
      2,
    ]);
    expect(gsub("ab", "a", () => undefined)).toEqual(["ab", 1]);
    expect(gsub("ab", "a", () => [])).toEqual(["ab", 1]);
  });

  it("lets the function use the same pattern", () => {
    expect(gsub("ab", "%w", (c) => (gsub("xy", "%w", c as string) as Value[])[0])).toEqual(["aabb", 2]);
  });

  it.each<[readonly Value[], string]>([
    [["a", "a", "%2"], "invalid capture index %2"],
    [["a", "a", "%x"], "invalid use of '%' in replacement string"],
    [["a", "a", "%"], "invalid use of '%' in replacement string"],
    [["a", "(a", "%1"], "unfinished capture"],
    [["a", "a", () => true], "invalid replacement value (a boolean)"],
    [["a", "a", () => new LuaTable()], "invalid replacement value (a table)"],
    [["a", "a", true], "#3 string/function/table expected, got boolean"],
    [["a", "a"], "#3 string/function/table expected, got no value"],
  ])("gsub(%j) raises", (values, message) => {
    expect(messageOf(() => gsub(...values))).toBe(message);
  });

  it("reads an open capture only when the replacement asks for it, as stock Lua does", () => {
    expect(gsub("a", "(a", "x")).toEqual(["x", 1]);
  });

  it("stops at the memory ceiling (LIM-02)", () => {
    const small = newVM(1000);
    expect(messageOf(() => stringGsub(small)("a".repeat(100), "a", "x".repeat(100)))).toBe(
      "not enough memory",
    );
  });
});
