import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LuaError } from "../../../runtime/lua/error.ts";
import { float } from "../../../runtime/lua/number.ts";
import { tableSort } from "../../../runtime/lua/table/sort.ts";
import { LuaTable } from "../../../runtime/lua/table.ts";
import { border, set } from "../../../runtime/lua/table-write.ts";
import type { Value } from "../../../runtime/lua/value.ts";
import { messageOf } from "../message.ts";
import { newVM, tableOf, typed } from "../state.ts";

const sort = tableSort(newVM());

/** Runs what may raise an error of Lua. */
function messageIn(run: () => unknown): void {
  try {
    run();
  } catch (thrown) {
    if (!(thrown instanceof LuaError)) throw thrown;
  }
}

function sorted(values: readonly Value[], ...comparison: Value[]): Value[] {
  const table = new LuaTable(values.length === 0 ? undefined : [0, ...values]);
  sort(table, ...comparison);
  return values.map((_, at) => table.get(at + 1));
}

describe("sort (LIB-33)", () => {
  it("orders numbers by exact value and strings by bytes", () => {
    expect(sorted([3, 1, 2.5, -1])).toEqual([-1, 1, 2.5, 3]);
    expect(sorted([10, 9, 100])).toEqual([9, 10, 100]);
    expect(sorted([float(2), 2n ** 62n, 1, 0.5]).map(typed)).toEqual([
      "float 0.5",
      "integer 1",
      "float 2.0",
      `integer ${2n ** 62n}`,
    ]);
    expect(sorted(["b", "a", "B", "\xe9", "ab", ""])).toEqual(["", "B", "a", "ab", "b", "\xe9"]);
  });

  it("uses the comparison", () => {
    expect(sorted([1, 2, 3], (a, b) => (a as number) > (b as number))).toEqual([3, 2, 1]);
    expect(sorted([1, 2, 3], (a, b) => [(a as number) > (b as number), "more"])).toEqual([3, 2, 1]);
  });

  it("gives any list its order, whatever the comparison costs", () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 400 }), (values) => {
        const expected = [...values].sort((a, b) => a - b);
        expect(sorted(values)).toEqual(expected);
        expect(sorted(values, (a, b) => (a as number) < (b as number))).toEqual(expected);
      }),
    );
  });

  it("leaves equal elements where the quicksort of stock Lua leaves them", () => {
    const by10 = (a: Value, b: Value) => (a as number) % 10 < (b as number) % 10;
    const values = Array.from({ length: 25 }, (_, at) => (at * 37 + 11) % 101);
    expect(sorted(values, by10)).toEqual(STOCK_ORDER);
  });

  it("raises for elements that have no order and for a contradictory order", () => {
    expect(messageOf(() => sorted([1, "x"]))).toBe("attempt to compare string with number");
    expect(messageOf(() => sorted([{}, {}].map(() => new LuaTable())))).toBe(
      "attempt to compare two table values",
    );
    expect(messageOf(() => sorted([1, 2, 3, 4], () => true))).toBe("invalid order function for sorting");
  });

  it("checks the comparison only when there is something to sort", () => {
    expect(messageOf(() => sorted([1, 2], 5))).toBe("#2 function expected, got number");
    expect(sorted([1], 5)).toEqual([1]);
    expect(messageOf(() => sort("x"))).toBe("#1 table expected, got string");
  });

  it("keeps the elements when the comparison raises", () => {
    const table = new LuaTable([0, 3, 1, 2]);
    const failure = new Error("no");
    const raise = () => {
      throw failure;
    };
    expect(() => sort(table, raise)).toThrow(failure);
    expect([1, 2, 3].map((key) => table.get(key))).toEqual([3, 1, 2]);
  });

  it("sorts where the table stands, whatever the comparison does to it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 2, maxLength: 20 }),
        fc.array(fc.tuple(fc.nat(22), fc.option(fc.integer(), { nil: undefined }))),
        (values, changes) => {
          const table = new LuaTable([0, ...values]);
          const rest = [...changes];
          const compare = (a: Value, b: Value) => {
            const [key, value] = rest.pop() ?? [0, undefined];
            if (key > 0) set(table, key, value);
            return ((a as number) ?? 0) < ((b as number) ?? 0);
          };
          messageIn(() => sort(table, compare));
          const keys = Array.from({ length: 25 }, (_, key) => key).filter(
            (key) => table.get(key) !== undefined,
          );
          for (const key of keys) set(table, key, undefined);
          expect(border(table)).toBe(0);
          expect(table.holes).toBe(0);
          expect(table.arr.length).toBe(1);
        },
      ),
    );
    const grown = new LuaTable([0, 3, 1, 2]);
    sort(grown, (a, b) => {
      set(grown, 4, 7);
      return (a as number) < (b as number);
    });
    expect([1, 2, 3, 4].map((key) => grown.get(key))).toEqual([1, 2, 3, 7]);
  });

  it("respects metamethods (META-02)", () => {
    const target = new LuaTable([0, 3, 1, 2]);
    const proxy = new LuaTable();
    proxy.mt = tableOf([
      ["__index", target],
      ["__newindex", target],
      ["__len", () => 3],
    ]);
    sort(proxy);
    expect(target.arr.slice(1)).toEqual([1, 2, 3]);
    expect(border(proxy)).toBe(0);
  });
});

/** What `lua5.4` prints for that list. */
const STOCK_ORDER = [
  11, 61, 41, 71, 81, 31, 51, 91, 21, 44, 4, 34, 54, 24, 14, 85, 95, 7, 17, 48, 58, 98, 78, 88, 68,
];
