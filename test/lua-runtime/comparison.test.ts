import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eq, eqSteps, le, leSteps, lt, ltSteps, rawEqual } from "../../runtime/lua/compare.ts";
import { concat, concatSteps } from "../../runtime/lua/concat.ts";
import { MemoryError } from "../../runtime/lua/error.ts";
import { len, lenSteps } from "../../runtime/lua/length.ts";
import { float, integer } from "../../runtime/lua/number.ts";
import { LuaTable } from "../../runtime/lua/table.ts";
import { set } from "../../runtime/lua/table-write.ts";
import { type LuaFunction, Userdata, type Value } from "../../runtime/lua/value.ts";
import { errorOf, finish, newVM } from "./state.ts";

const vm = newVM();

function withEvent(event: string, method: Value): LuaTable {
  const table = new LuaTable();
  table.mt = new LuaTable();
  set(table.mt, event, method);
  return table;
}

/** Numbers in strictly ascending order by exact value. */
const ascending: readonly Value[] = [
  -Infinity,
  -1e300,
  integer(-(2n ** 63n)),
  integer(-(2n ** 53n) - 1n),
  -(2 ** 53),
  -(2 ** 53) + 1,
  -1.5,
  -1,
  -0.5,
  0,
  5e-324,
  0.5,
  float(1),
  1.5,
  2,
  2 ** 53 - 1,
  integer(2n ** 53n),
  integer(2n ** 53n + 1n),
  2 ** 53 + 2,
  integer(2n ** 63n - 1n),
  2 ** 63,
  1e300,
  Infinity,
];

describe("order (manual §3.4.4)", () => {
  it("compares integers and floats by exact value", () => {
    for (const [i, a] of ascending.entries()) {
      for (const [j, b] of ascending.entries()) {
        expect([lt(vm, a, b), le(vm, a, b), eq(vm, a, b)]).toEqual([i < j, i <= j, i === j]);
      }
    }
  });

  it("equal values of both subtypes", () => {
    expect(eq(vm, 1, float(1))).toBe(true);
    expect(eq(vm, float(1), 1)).toBe(true);
    expect(eq(vm, 0, float(-0))).toBe(true);
    expect(eq(vm, float(0), float(-0))).toBe(true);
    expect(eq(vm, integer(2n ** 53n), 2 ** 53)).toBe(true);
    expect(eq(vm, -(2 ** 63), integer(-(2n ** 63n)))).toBe(true);
    expect(eq(vm, integer(2n ** 53n + 1n), 2 ** 53)).toBe(false);
    expect(eq(vm, "1", 1)).toBe(false);
    expect(le(vm, float(-0), 0)).toBe(true);
  });

  it("nan is unordered and unequal", () => {
    for (const other of [NaN, 0, float(1), integer(2n ** 60n)]) {
      expect([lt(vm, NaN, other), le(vm, other, NaN), eq(vm, NaN, other), rawEqual(other, NaN)]).toEqual([
        false,
        false,
        false,
        false,
      ]);
    }
  });

  it("strings go by their bytes", () => {
    const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 6 });
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        const order = Buffer.compare(Buffer.from(a), Buffer.from(b));
        const left = String.fromCharCode(...a);
        const right = String.fromCharCode(...b);
        expect([lt(vm, left, right), le(vm, left, right)]).toEqual([order < 0, order <= 0]);
      }),
    );
  });

  it.each<[Value, Value, string]>([
    [1, "2", "attempt to compare number with string"],
    [undefined, 1, "attempt to compare nil with number"],
    [new LuaTable(), new LuaTable(), "attempt to compare two table values"],
    [undefined, undefined, "attempt to compare two nil values"],
    [true, false, "attempt to compare two boolean values"],
  ])("refused: %#", (a, b, text) => {
    expect(errorOf(() => lt(vm, a, b)).value).toBe(text);
    expect(errorOf(() => le(vm, a, b)).value).toBe(text);
  });
});

describe("comparison metamethods (META-01)", () => {
  it("__lt and __le give booleans; __lt does not stand for __le", () => {
    const less = withEvent("__lt", () => 1);
    expect(lt(vm, less, 1)).toBe(true);
    expect(lt(vm, 1, less)).toBe(true);
    expect(errorOf(() => le(vm, less, 1)).value).toBe("attempt to compare table with number");
    expect(
      le(
        vm,
        withEvent("__le", () => undefined),
        1,
      ),
    ).toBe(false);
    expect(finish(ltSteps(vm, less, 1))).toBe(true);
    expect(finish(leSteps(vm, 1, 2))).toBe(true);
  });

  it("__eq only for two tables or two userdata that are not the same", () => {
    let calls = 0;
    const method: LuaFunction = () => {
      calls++;
      return 1;
    };
    const table = withEvent("__eq", method);
    const metatable = new LuaTable();
    set(metatable, "__eq", method);
    expect(eq(vm, table, new LuaTable())).toBe(true);
    expect(eq(vm, new LuaTable(), table)).toBe(true);
    expect(eq(vm, new Userdata(1, metatable), new Userdata(2))).toBe(true);
    expect(finish(eqSteps(vm, table, new LuaTable()))).toBe(true);
    expect(calls).toBe(4);
    expect(eq(vm, table, table)).toBe(true);
    expect(eq(vm, table, 1)).toBe(false);
    expect(eq(vm, table, new Userdata(1, metatable))).toBe(false);
    expect(rawEqual(table, new LuaTable())).toBe(false);
    expect(calls).toBe(4);
  });
});

describe("concatenation (manual §3.4.6)", () => {
  it("joins strings and numbers", () => {
    expect(concat(vm, "a", "b")).toBe("ab");
    expect(concat(vm, 10, 20)).toBe("1020");
    expect(concat(vm, float(1), "x")).toBe("1.0x");
    expect(concat(vm, "x", integer(2n ** 63n - 1n))).toBe("x9223372036854775807");
    expect(finish(concatSteps(vm, 1, "a"))).toBe("1a");
  });

  it.each<[Value, Value, string, number]>([
    [undefined, "a", "attempt to concatenate a nil value", 0],
    ["a", undefined, "attempt to concatenate a nil value", 1],
    [1, true, "attempt to concatenate a boolean value", 1],
    [new LuaTable(), undefined, "attempt to concatenate a table value", 0],
  ])("refused: %#", (a, b, text, operand) => {
    const error = errorOf(() => concat(vm, a, b));
    expect([error.value, error.operand]).toEqual([text, operand]);
  });

  it("__concat of either operand", () => {
    const table = withEvent("__concat", (a, b) => (typeof a === "string" ? `${a}|` : `|${b as string}`));
    expect(concat(vm, "x", table)).toBe("x|");
    expect(concat(vm, table, "x")).toBe("|x");
    expect(finish(concatSteps(vm, "x", table))).toBe("x|");
  });

  it("refuses a string over the memory ceiling (LIM-02a)", () => {
    const small = newVM(10);
    expect(concat(small, "12345", "67890")).toBe("1234567890");
    expect(errorOf(() => concat(small, "12345", "678901"))).toBeInstanceOf(MemoryError);
  });
});

describe("length (manual §3.4.7)", () => {
  it("bytes of a string, border of a table, else __len", () => {
    expect(len(vm, "\xc3\xa9")).toBe(2);
    expect(len(vm, new LuaTable([0, "a", "b"]))).toBe(2);
    expect(
      len(
        vm,
        withEvent("__len", () => "long"),
      ),
    ).toBe("long");
    expect(len(vm, withEvent("__index", 1))).toBe(0);
    expect(
      finish(
        lenSteps(
          vm,
          withEvent("__len", () => 7),
        ),
      ),
    ).toBe(7);
    expect(finish(lenSteps(vm, new LuaTable([0, "a"])))).toBe(1);
  });

  it("the border of a table with holes ends before the first (META-04)", () => {
    const table = new LuaTable();
    for (let slot = 1; slot <= 6; slot++) set(table, slot, true);
    set(table, 4, undefined);
    expect(len(vm, table)).toBe(3);
    set(table, 2, undefined);
    expect(len(vm, table)).toBe(1);
    set(table, 2, true);
    expect(len(vm, table)).toBe(3);
    set(table, 6, undefined);
    set(table, 5, undefined);
    expect(len(vm, table)).toBe(3);
    set(table, 4, true);
    expect(len(vm, table)).toBe(4);
  });

  it("of nothing else", () => {
    const error = errorOf(() => len(vm, 5));
    expect([error.value, error.operand]).toEqual(["attempt to get length of a number value", 0]);
  });
});
