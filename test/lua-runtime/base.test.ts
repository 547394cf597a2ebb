import { describe, expect, it } from "vitest";
import { baseAssert } from "../../runtime/lua/base/assert.ts";
import { baseError } from "../../runtime/lua/base/error.ts";
import { baseGetmetatable } from "../../runtime/lua/base/getmetatable.ts";
import { baseIpairs } from "../../runtime/lua/base/ipairs.ts";
import { baseNext } from "../../runtime/lua/base/next.ts";
import { basePairs } from "../../runtime/lua/base/pairs.ts";
import { baseSelect } from "../../runtime/lua/base/select.ts";
import { baseSetmetatable } from "../../runtime/lua/base/setmetatable.ts";
import { baseTonumber } from "../../runtime/lua/base/tonumber.ts";
import { baseTostring } from "../../runtime/lua/base/tostring.ts";
import { baseType } from "../../runtime/lua/base/type.ts";
import { call, callable, EMPTY } from "../../runtime/lua/call.ts";
import { index, setIndex } from "../../runtime/lua/index.ts";
import { float } from "../../runtime/lua/number.ts";
import { LuaTable } from "../../runtime/lua/table.ts";
import { set } from "../../runtime/lua/table-write.ts";
import { toText } from "../../runtime/lua/to-text.ts";
import { type LuaFunction, type Steps, Userdata, type Value } from "../../runtime/lua/value.ts";
import { errorOf, finish, newVM, tableOf, typed } from "./state.ts";

const vm = newVM();

/** Index and detail of a bad argument. */
function argumentOf(run: () => unknown): string {
  const { argument } = errorOf(run);
  return `#${argument?.index} ${argument?.detail}`;
}

/** Kind and message of an error value. */
function errorValueOf(run: () => unknown): Value[] {
  const { value, level } = errorOf(run);
  const table = value as LuaTable;
  return [table.getString("kind"), table.getString("message"), level];
}

describe("assert, error", () => {
  const assert = baseAssert(vm);
  const error = baseError(vm);

  it("assert gives all its arguments", () => {
    expect(assert(1)).toBe(1);
    expect(assert(1, undefined, 3)).toEqual([1, undefined, 3]);
    expect(assert(float(0))).toEqual(float(0));
  });

  it("assert raises its message; strings get the caller's position", () => {
    const raised = [[false], [undefined, "no"], [false, 5], [false, undefined]].map((values) => {
      const { value, level } = errorOf(() => assert(...values));
      return [value, level];
    });
    expect(raised).toEqual([
      ["assertion failed!", 1],
      ["no", 1],
      [5, 0],
      [undefined, 0],
    ]);
    expect(argumentOf(() => assert())).toBe("#1 value expected");
  });

  it("error takes a level; only strings get a position", () => {
    const table = new LuaTable();
    const raised = [["x"], ["x", 2], ["x", 0], ["x", -1], [5], [table, 2], []].map((values) => {
      const { value, level } = errorOf(() => error(...(values as Value[])));
      return [value, level];
    });
    expect(raised).toEqual([
      ["x", 1],
      ["x", 2],
      ["x", 0],
      ["x", 0],
      [5, 0],
      [table, 0],
      [undefined, 0],
    ]);
    expect(argumentOf(() => error("x", true))).toBe("#2 number expected, got boolean");
  });
});

describe("select, type, tostring, tonumber", () => {
  it("select", () => {
    const select = baseSelect(vm);
    expect(select("#", 1, undefined)).toBe(2);
    expect(select("#")).toBe(0);
    expect(select(2, 1, 2, 3)).toEqual([2, 3]);
    expect(select(-1, 1, 2, 3)).toBe(3);
    expect(select("2", 1, 2)).toBe(2);
    expect(select(3, 1, 2)).toBe(EMPTY);
    expect(argumentOf(() => select(0, 1))).toBe("#1 index out of range");
    expect(argumentOf(() => select(-3, 1, 2))).toBe("#1 index out of range");
    expect(argumentOf(() => select("x"))).toBe("#1 number expected, got string");
    expect(argumentOf(() => select())).toBe("#1 number expected, got no value");
  });

  it("type", () => {
    const type = baseType(vm);
    const values = [undefined, true, 1, 1.5, float(1), 2n ** 60n, "a", new LuaTable(), type, new Userdata(1)];
    expect(values.map((value) => type(value))).toEqual([
      "nil",
      "boolean",
      "number",
      "number",
      "number",
      "number",
      "string",
      "table",
      "function",
      "userdata",
    ]);
    expect(argumentOf(() => type())).toBe("#1 value expected");
  });

  it("tostring", () => {
    const tostring = baseTostring(vm);
    expect(tostring(undefined)).toBe("nil");
    expect(tostring(float(2))).toBe("2.0");
    expect(argumentOf(() => tostring())).toBe("#1 value expected");
  });

  it("tonumber (NUM-05)", () => {
    const tonumber = baseTonumber(vm);
    const without = [5, "0x10", " 1e1 ", "abc", "", true, undefined].map((value) =>
      typed(tonumber(value) as Value),
    );
    expect(without).toEqual([
      "integer 5",
      "integer 16",
      "float 10.0",
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const based: [string, number][] = [
      ["10", 2],
      ["zZ", 36],
      ["8", 8],
      ["", 10],
      [" -ff ", 16],
      ["1 1", 2],
      ["1.0", 10],
      ["- 1", 10],
      ["ffffffffffffffffff", 16],
      ["-7fffffffffffffff", 16],
    ];
    expect(based.map(([text, base]) => tonumber(text, base))).toEqual([
      2,
      1295,
      undefined,
      undefined,
      -255,
      undefined,
      undefined,
      undefined,
      -1,
      -(2n ** 63n) + 1n,
    ]);
    expect(argumentOf(() => tonumber())).toBe("#1 value expected");
    expect(argumentOf(() => tonumber(10, 10))).toBe("#1 string expected, got number");
    expect(argumentOf(() => tonumber("1", 37))).toBe("#2 base out of range");
    expect(argumentOf(() => tonumber("1", 1))).toBe("#2 base out of range");
    expect(argumentOf(() => tonumber("1", 2.5))).toBe("#2 number has no integer representation");
  });
});

describe("metatables", () => {
  const setmetatable = baseSetmetatable(vm);
  const getmetatable = baseGetmetatable(vm);

  it("are set, shown, cleared and protected", () => {
    const table = new LuaTable();
    const metatable = new LuaTable();
    expect(setmetatable(table, metatable)).toBe(table);
    expect(getmetatable(table)).toBe(metatable);
    set(metatable, "__metatable", "mine");
    expect(getmetatable(table)).toBe("mine");
    expect(errorOf(() => setmetatable(table, undefined)).value).toBe("cannot change a protected metatable");
    set(metatable, "__metatable", undefined);
    setmetatable(table, undefined);
    expect(getmetatable(table)).toBeUndefined();
  });

  it("of strings and other values", () => {
    expect(getmetatable("a")).toBe(vm.strings);
    expect(getmetatable(1)).toBeUndefined();
    expect(getmetatable(undefined)).toBeUndefined();
    expect(argumentOf(() => getmetatable())).toBe("#1 value expected");
  });

  it("wrong arguments", () => {
    expect(argumentOf(() => setmetatable())).toBe("#1 table expected, got no value");
    expect(argumentOf(() => setmetatable("a", undefined))).toBe("#1 table expected, got string");
    expect(argumentOf(() => setmetatable(new LuaTable()))).toBe("#2 nil or table expected, got no value");
    expect(argumentOf(() => setmetatable(new LuaTable(), 1))).toBe("#2 nil or table expected, got number");
  });

  it("refuse finalizers (ENV-07)", () => {
    const error = errorOf(() => setmetatable(new LuaTable(), tableOf([["__gc", true]])));
    expect([error.value, error.level]).toEqual([
      "setmetatable: finalizers (__gc) are not available in the sandbox",
      1,
    ]);
  });

  it("on _G: __index and __newindex are live, other events are copied (ENV-20 to ENV-22)", () => {
    const other = newVM();
    const set = baseSetmetatable(other);
    const { globals } = other;
    const metatable = tableOf([["__name", "first"]]);
    expect(set(globals, metatable)).toBe(globals);
    expect(baseGetmetatable(other)(globals)).toBe(metatable);
    metatable.setField("__index", () => "live");
    metatable.setField("__call", () => "called");
    expect(index(other, globals, "missing")).toBe("live");
    expect(errorOf(() => callable(other, globals)()).value).toContain("attempt to call");
    set(globals, metatable);
    expect(call(other, globals)).toBe("called");
    const written: Value[] = [];
    metatable.setField("__newindex", ((_t: Value, key: Value) => {
      written.push(key);
      return EMPTY;
    }) as LuaFunction);
    setIndex(other, globals, "fresh", 1);
    expect(written).toEqual(["fresh"]);
    set(globals, undefined);
    expect(index(other, globals, "missing")).toBeUndefined();
    expect(toText(other, globals)).toMatch(/^table: /);
    expect(errorOf(() => set(globals, tableOf([["__mode", "v"]]))).value).toBe(
      "setmetatable: weak tables (__mode) are not available for _G",
    );
    set(globals, tableOf([["__metatable", "mine"]]));
    expect(errorOf(() => set(globals, undefined)).value).toBe("cannot change a protected metatable");
  });
});

describe("iteration functions", () => {
  const all = (result: unknown): unknown[] => {
    const [iterator, state, start] = result as [LuaFunction, Value, Value];
    const seen: unknown[] = [];
    let control = start;
    for (;;) {
      const step = iterator(state, control);
      if (!Array.isArray(step) || step[0] === undefined) return seen;
      control = step[0] as Value;
      seen.push(step);
    }
  };

  it("ipairs stops at the first nil and reads with __index (META-02)", () => {
    const ipairs = baseIpairs(vm);
    expect(
      all(
        ipairs(
          tableOf([
            [1, "a"],
            [2, "b"],
            [4, "d"],
          ]),
        ),
      ),
    ).toEqual([
      [1, "a"],
      [2, "b"],
    ]);
    const proxy = new LuaTable();
    proxy.mt = tableOf([["__index", (_t: Value, key: Value) => ((key as number) < 3 ? key : undefined)]]);
    expect(all(ipairs(proxy))).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(argumentOf(() => ipairs())).toBe("#1 value expected");
    expect(errorOf(() => all(ipairs(undefined))).value).toBe("attempt to index a nil value");
  });

  it("pairs gives an iterator, the table and nil", () => {
    const table = tableOf([
      ["b", 2],
      ["a", 1],
    ]);
    const result = basePairs(vm)(table) as Value[];
    expect(result.slice(1)).toEqual([table, undefined]);
    expect(all(result)).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
  });

  it("__pairs gives all its results, and may suspend (ITER-04)", () => {
    const pairs = basePairs(vm);
    const table = new LuaTable();
    table.mt = tableOf([["__pairs", (t: Value) => [1, t, 3, 4]]]);
    expect(pairs(table)).toEqual([1, table, 3, 4]);
    const method: LuaFunction = () => "plain";
    method.g = function* (): Steps {
      return yield "wait";
    };
    table.mt = tableOf([["__pairs", method]]);
    const steps = pairs.g!(table);
    expect(steps.next().value).toBe("wait");
    expect(steps.next("answer").value).toBe("answer");
    expect(finish(pairs.g!(new LuaTable()))).toHaveLength(3);
    table.mt = tableOf([["__pairs", 5]]);
    expect(errorValueOf(() => pairs(table))).toEqual([
      "lua",
      "attempt to call a integer value (metamethod '__pairs')",
      0,
    ]);
  });

  it("misuse is an error value of kind lua (ITER-05, ITER-08)", () => {
    const pairs = basePairs(vm);
    expect(errorValueOf(() => pairs())).toEqual([
      "lua",
      "bad argument #1 to 'pairs' (table expected, got nil)",
      0,
    ]);
    expect(errorValueOf(() => pairs(1))[1]).toBe("bad argument #1 to 'pairs' (table expected, got integer)");
    expect(errorValueOf(() => baseNext(vm)("x"))[1]).toContain("error converting Lua string to table");
  });

  it("next", () => {
    const next = baseNext(vm);
    expect(next(tableOf([[1, "a"]]))).toEqual([1, "a"]);
    expect(next(new LuaTable(), undefined)).toEqual([undefined, undefined]);
  });
});
