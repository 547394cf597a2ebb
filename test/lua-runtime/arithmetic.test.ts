import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as arithmetic from "../../runtime/lua/arithmetic.ts";
import { arithmeticSteps, unarySteps } from "../../runtime/lua/arithmetic-steps.ts";
import { float, integer } from "../../runtime/lua/number.ts";
import { LuaTable } from "../../runtime/lua/table.ts";
import { set } from "../../runtime/lua/table-write.ts";
import type { LuaFunction, Steps, Value } from "../../runtime/lua/value.ts";
import { errorOf, finish, newVM, typed } from "./state.ts";

const { add, sub, mul, div, mod, pow, idiv, unm, band, bor, bxor, shl, shr, bnot } = arithmetic;
const vm = newVM();
const MAX = integer(2n ** 63n - 1n);
const MIN = integer(-(2n ** 63n));

/** 64-bit integers, the borders of 32, 53 and 64 bits among them. */
const integers = fc
  .oneof(
    fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
    fc.bigInt(-1000n, 1000n),
    fc
      .tuple(fc.constantFrom(31n, 32n, 52n, 53n, 62n), fc.bigInt(-3n, 3n), fc.boolean())
      .map(([bits, off, minus]) => (minus ? -(2n ** bits) : 2n ** bits) + off),
  )
  .map((n) => BigInt.asIntN(64, n));

const floorDivision = (a: bigint, b: bigint): bigint => {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
};

type Operator = (vm: never, a: Value, b: Value) => Value;

describe("integer arithmetic wraps at 64 bits (NUM-02)", () => {
  const models: [string, Operator, (a: bigint, b: bigint) => bigint][] = [
    ["+", add, (a, b) => a + b],
    ["-", sub, (a, b) => a - b],
    ["*", mul, (a, b) => a * b],
    ["//", idiv, floorDivision],
    ["%", mod, (a, b) => a - floorDivision(a, b) * b],
    ["&", band, (a, b) => a & b],
    ["|", bor, (a, b) => a | b],
    ["~", bxor, (a, b) => a ^ b],
  ];
  it.each(models)("%s", (name, operator, model) => {
    fc.assert(
      fc.property(integers, integers, (a, b) => {
        fc.pre(b !== 0n || (name !== "//" && name !== "%"));
        expect(typed(operator(vm as never, integer(a), integer(b)))).toBe(typed(integer(model(a, b))));
      }),
    );
  });

  it("unary minus and not", () => {
    fc.assert(
      fc.property(integers, (a) => {
        expect(typed(unm(vm, integer(a)))).toBe(typed(integer(-a)));
        expect(typed(bnot(vm, integer(a)))).toBe(typed(integer(~a)));
      }),
    );
  });

  it("shifts are logical, by 64 and more give 0, negative counts turn round", () => {
    const shifted = (a: bigint, by: bigint): bigint => {
      if (by <= -64n || by >= 64n) return 0n;
      return by >= 0n ? a << by : BigInt.asUintN(64, a) >> -by;
    };
    fc.assert(
      fc.property(integers, fc.bigInt(-70n, 70n), (a, by) => {
        expect(typed(shl(vm, integer(a), integer(by)))).toBe(typed(integer(shifted(a, by))));
        expect(typed(shr(vm, integer(a), integer(by)))).toBe(typed(integer(shifted(a, -by))));
      }),
    );
    expect(shl(vm, 1, MIN)).toBe(0);
    expect(shr(vm, 1, MIN)).toBe(0);
  });

  it("never gives an unboxed -0", () => {
    expect(typed(mul(vm, 0, -1))).toBe("integer 0");
    expect(typed(mod(vm, -5, 5))).toBe("integer 0");
    expect(typed(idiv(vm, 0, -5))).toBe("integer 0");
    expect(typed(unm(vm, 0))).toBe("integer 0");
  });

  it("mininteger // -1 is mininteger", () => expect(idiv(vm, MIN, -1)).toBe(MIN));

  it("by zero", () => {
    expect(errorOf(() => idiv(vm, 1, 0)).value).toBe("attempt to divide by zero");
    expect(errorOf(() => mod(vm, 1, 0)).value).toBe("attempt to perform 'n%0'");
    expect(errorOf(() => idiv(vm, MAX, 0)).value).toBe("attempt to divide by zero");
    expect(errorOf(() => mod(vm, MAX, 0)).value).toBe("attempt to perform 'n%0'");
  });
});

describe("float arithmetic (manual §3.4.1)", () => {
  it.each<[string, Value, unknown]>([
    ["1 + 1.0", add(vm, 1, float(1)), "float 2.0"],
    ["0.5 + 0.5", add(vm, 0.5, 0.5), "float 1.0"],
    ["2.0 - 2.0", sub(vm, float(2), float(2)), "float 0.0"],
    ["-1.0 * 0", mul(vm, float(-1), 0), "float -0.0"],
    ["6 / 2", div(vm, 6, 2), "float 3.0"],
    ["0 / -5", div(vm, 0, -5), "float -0.0"],
    ["1 / 0", div(vm, 1, 0), "float inf"],
    ["maxinteger / 1", div(vm, MAX, 1), "float 9.2233720368547758e+18"],
    ["maxinteger + 1.0", add(vm, MAX, float(1)), "float 9.2233720368547758e+18"],
    ["2^53 (integer) + 2^53 (float)", add(vm, integer(2n ** 53n), 2 ** 53), "float 18014398509481984.0"],
    ["7.5 // 2", idiv(vm, 7.5, 2), "float 3.0"],
    ["-7 // 2.0", idiv(vm, -7, float(2)), "float -4.0"],
    ["1.0 // 0", idiv(vm, float(1), 0), "float inf"],
    ["-5.5 % 3", mod(vm, -5.5, 3), "float 0.5"],
    ["5.5 % -3", mod(vm, 5.5, -3), "float -0.5"],
    ["-1 % inf", mod(vm, -1, Infinity), "float inf"],
    ["1 % -inf", mod(vm, 1, -Infinity), "float -inf"],
    ["1 % inf", mod(vm, 1, Infinity), "float 1.0"],
    ["inf % inf", mod(vm, Infinity, Infinity), "float nan"],
    ["1.0 % 0", mod(vm, float(1), 0), "float nan"],
    ["-(0.0)", unm(vm, float(0)), "float -0.0"],
    ["nan + 1.0", add(vm, NaN, float(1)), "float nan"],
    ["2^63 - 1 as float", sub(vm, 2 ** 63, 1), "float 9.2233720368547758e+18"],
  ])("%s", (_text, value, expected) => expect(typed(value)).toBe(expected));

  it("powers as C gives them", () => {
    expect(typed(pow(vm, 2, 10))).toBe("float 1024.0");
    expect(typed(pow(vm, 10, -5))).toBe("float 1e-05");
    expect(typed(pow(vm, 1, NaN))).toBe("float 1.0");
    expect(typed(pow(vm, -1, Infinity))).toBe("float 1.0");
    expect(typed(pow(vm, 2, 0.5))).toBe("float 1.4142135623730951");
    expect(typed(pow(vm, 2, 2.5))).toBe("float 5.6568542494923806");
    expect(typed(pow(vm, 2, -1074))).toBe("float 4.94065645841247e-324");
    expect(typed(pow(vm, 2, 1024))).toBe("float inf");
    expect(typed(pow(vm, 0, -1))).toBe("float inf");
    expect(typed(pow(vm, -2, 3))).toBe("float -8.0");
    expect(typed(pow(vm, -8, 0.5))).toBe("float nan");
    expect(typed(pow(vm, integer(2n ** 53n - 1n), -1))).toBe("float 1.1102230246251568e-16");
  });

  it("integral powers are the exact ones, rounded", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1000 }), fc.integer({ min: 0, max: 40 }), (base, exponent) => {
        const exact = Number(BigInt(base) ** BigInt(exponent));
        expect(typed(pow(vm, base, exponent))).toBe(typed(float(exact)));
      }),
    );
  });

  it("agrees with integers where both are exact", () => {
    const small = fc.integer({ min: -(2 ** 26), max: 2 ** 26 });
    fc.assert(
      fc.property(small, small, (a, b) => {
        for (const operator of [add, sub, mul]) {
          const asFloat = operator(vm, float(a), b) as { n: number };
          expect(asFloat.n + 0).toBe(operator(vm, a, b));
        }
      }),
    );
  });
});

describe("numeric strings (NUM-02, manual §3.4.3)", () => {
  it("convert in arithmetic", () => {
    expect(typed(add(vm, "10", 5))).toBe("integer 15");
    expect(typed(add(vm, "0x10", 0))).toBe("integer 16");
    expect(typed(mul(vm, "3", "4"))).toBe("integer 12");
    expect(typed(sub(vm, " 1.5 ", 0.5))).toBe("float 1.0");
    expect(typed(unm(vm, "-2"))).toBe("integer 2");
    expect(typed(add(vm, "9223372036854775807", 1))).toBe(typed(MIN));
  });

  it.each<[() => Value, string]>([
    [() => add(vm, "abc", 1), "attempt to add a 'string' with a 'number'"],
    [() => sub(vm, 1, "abc"), "attempt to sub a 'number' with a 'string'"],
    [() => mul(vm, "10", undefined), "attempt to mul a 'string' with a 'nil'"],
    [() => div(vm, undefined, "10"), "attempt to div a 'nil' with a 'string'"],
    [() => unm(vm, "abc"), "attempt to unm a 'string' with a 'string'"],
    [() => idiv(vm, new LuaTable(), "1"), "attempt to idiv a 'table' with a 'string'"],
  ])("refused: %#", (run, text) => {
    const error = errorOf(run);
    expect(error.value).toBe(text);
    expect(error.operand).toBeUndefined();
  });

  it("do not convert in bitwise operations", () => {
    const error = errorOf(() => band(vm, "10", 3));
    expect([error.value, error.operand]).toEqual([
      "attempt to perform bitwise operation on a string value",
      0,
    ]);
  });

  it("an arithmetic event that Lua adds to the string metatable goes before", () => {
    const other = newVM();
    set(other.strings, "__add", ((a: Value, b: Value) => `${a as string}+${b as number}`) as LuaFunction);
    expect(add(other, "1", 2)).toBe("1+2");
    expect(add(other, 1, "2")).toBe("1+2");
    expect(sub(other, "1", 2)).toBe(-1);
  });
});

describe("wrong operands are named by their place", () => {
  it.each<[() => Value, string, number]>([
    [() => add(vm, undefined, 1), "attempt to perform arithmetic on a nil value", 0],
    [() => add(vm, 1, undefined), "attempt to perform arithmetic on a nil value", 1],
    [() => add(vm, 1.5, true), "attempt to perform arithmetic on a boolean value", 1],
    [() => pow(vm, new LuaTable(), undefined), "attempt to perform arithmetic on a table value", 0],
    [() => unm(vm, undefined), "attempt to perform arithmetic on a nil value", 0],
    [() => bor(vm, 1, new LuaTable()), "attempt to perform bitwise operation on a table value", 1],
    [() => bnot(vm, "1"), "attempt to perform bitwise operation on a string value", 0],
    [() => band(vm, 1.5, 1), "number has no integer representation", 0],
    [() => band(vm, 1, 2 ** 63), "number has no integer representation", 1],
    [() => shl(vm, 1, NaN), "number has no integer representation", 1],
    [() => bnot(vm, 0.5), "number has no integer representation", 0],
  ])("%#", (run, text, operand) => {
    const error = errorOf(run);
    expect([error.value, error.operand, error.level]).toEqual([text, operand, 1]);
  });

  it("by __name where the metatable has it", () => {
    const table = new LuaTable();
    table.mt = new LuaTable();
    set(table.mt, "__name", "Point");
    expect(errorOf(() => add(vm, table, 1)).value).toBe("attempt to perform arithmetic on a Point value");
  });

  it("integral floats are accepted by bitwise operations", () => {
    expect(typed(band(vm, float(6), 3))).toBe("integer 2");
    expect(typed(bor(vm, 2 ** 53, 1))).toBe("integer 9007199254740993");
    expect(typed(bor(vm, float(-0), 0))).toBe("integer 0");
  });
});

describe("metamethods (META-01)", () => {
  const withEvent = (event: string, method: Value): LuaTable => {
    const table = new LuaTable();
    table.mt = new LuaTable();
    set(table.mt, event, method);
    return table;
  };
  const names: [string, Operator][] = [
    ["__add", add],
    ["__sub", sub],
    ["__mul", mul],
    ["__div", div],
    ["__mod", mod],
    ["__pow", pow],
    ["__idiv", idiv],
    ["__band", band],
    ["__bor", bor],
    ["__bxor", bxor],
    ["__shl", shl],
    ["__shr", shr],
  ];

  it.each(names)("%s of either operand, one result", (event, operator) => {
    const seen: Value[][] = [];
    const method: LuaFunction = (...values) => {
      seen.push(values);
      return ["result", "dropped"];
    };
    const table = withEvent(event, method);
    expect(operator(vm as never, table, 1)).toBe("result");
    expect(operator(vm as never, 1.5, table)).toBe("result");
    expect(operator(vm as never, "abc", table)).toBe("result");
    expect(finish(arithmeticSteps(vm, event, table, 1))).toBe("result");
    expect(seen).toEqual([
      [table, 1],
      [1.5, table],
      ["abc", table],
      [table, 1],
    ]);
  });

  it("the first operand's goes before the second's", () => {
    const a = withEvent("__add", () => "a");
    const b = withEvent("__add", () => "b");
    expect(add(vm, a, b)).toBe("a");
  });

  it("__unm and __bnot get the operand twice", () => {
    const method: LuaFunction = (...values) => values.length;
    expect(unm(vm, withEvent("__unm", method))).toBe(2);
    expect(bnot(vm, withEvent("__bnot", method))).toBe(2);
  });

  it("a metamethod that is no function is called", () => {
    expect(errorOf(() => add(vm, withEvent("__add", false), 1)).value).toBe(
      "attempt to call a boolean value",
    );
  });

  it("steps wait in a metamethod", () => {
    const method: LuaFunction = () => "plain";
    method.g = function* (): Steps {
      return yield "wait";
    };
    const steps = arithmeticSteps(vm, "__add", withEvent("__add", method), 1);
    expect(steps.next().value).toBe("wait");
    expect(steps.next("answer")).toEqual({ done: true, value: "answer" });
  });

  it("steps compute numbers and numeric strings", () => {
    expect(finish(arithmeticSteps(vm, "__add", 1, 2))).toBe(3);
    expect(finish(arithmeticSteps(vm, "__idiv", "7", 2))).toBe(3);
    expect(finish(arithmeticSteps(vm, "__shl", 1, 4))).toBe(16);
    expect(finish(unarySteps(vm, "__unm", 5))).toBe(-5);
    expect(finish(unarySteps(vm, "__bnot", 0))).toBe(-1);
    expect(errorOf(() => finish(unarySteps(vm, "__unm", undefined))).operand).toBe(0);
  });
});
