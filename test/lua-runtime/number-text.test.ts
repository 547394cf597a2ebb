import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { float, integer, type LuaFloat } from "../../runtime/lua/number.ts";
import { numberText } from "../../runtime/lua/number-text.ts";
import { digits, formatG } from "../../runtime/lua/string/format/digits.ts";
import { LuaTable } from "../../runtime/lua/table.ts";
import { set } from "../../runtime/lua/table-write.ts";
import { stringToNumber, toInteger, toNumber } from "../../runtime/lua/to-number.ts";
import { toText } from "../../runtime/lua/to-text.ts";
import { type LuaFunction, Userdata, type Value } from "../../runtime/lua/value.ts";
import { errorOf, newVM, typed } from "./state.ts";

describe("Lua text of numbers (NUM-03)", () => {
  it.each<[number, string]>([
    [3, "3.0"],
    [-0, "-0.0"],
    [0, "0.0"],
    [0.1, "0.1"],
    [1 / 3, "0.33333333333333331"],
    [0.1 + 0.2, "0.30000000000000004"],
    [2 ** 53, "9007199254740992.0"],
    [1e14, "100000000000000.0"],
    [1e15, "1e+15"],
    [1234567890123456, "1234567890123456.0"],
    [1e100, "1e+100"],
    [1e-4, "0.0001"],
    [1e-5, "1e-05"],
    [-1.5e-7, "-1.5e-07"],
    [Infinity, "inf"],
    [-Infinity, "-inf"],
    [NaN, "nan"],
    [2 ** 63, "9.2233720368547758e+18"],
    [0.9999999999999999, "0.99999999999999989"],
    [5e-324, "4.94065645841247e-324"],
    [1e-310, "9.99999999999997e-311"],
    [2 ** 50 + 0.25, "1125899906842624.2"],
    [2 ** 50 + 0.75, "1125899906842624.8"],
    [1.7976931348623157e308, "1.7976931348623157e+308"],
  ])("%d", (n, text) => expect(numberText(float(n))).toBe(text));

  it("integers are their digits", () => {
    expect(numberText(3)).toBe("3");
    expect(numberText(integer(-(2n ** 63n)))).toBe("-9223372036854775808");
  });

  it("reads back as the same number, subtype included", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => {
        const back = stringToNumber(numberText(float(n)));
        expect(typed(back)).toBe(typed(float(n)));
        expect(Object.is((back as LuaFloat).n ?? back, n)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (n) => {
        expect(stringToNumber(numberText(integer(n)))).toBe(integer(n));
      }),
    );
  });
});

describe("digits", () => {
  it("round ties to even on the exact value", () => {
    expect(digits(2.5, 1)).toEqual({ digits: "2", exponent: 0 });
    expect(digits(3.5, 1)).toEqual({ digits: "4", exponent: 0 });
    expect(digits(25, 1)).toEqual({ digits: "2", exponent: 1 });
    expect(digits(9.5, 1)).toEqual({ digits: "1", exponent: 1 });
    expect(digits(0.125, 2)).toEqual({ digits: "12", exponent: -1 });
    expect(digits(0.35, 1)).toEqual({ digits: "3", exponent: -1 });
    expect(digits(1234567890123.125, 15)).toEqual({ digits: "123456789012312", exponent: 12 });
    expect(digits(2 ** -1074, 100).digits.startsWith("494065645841246544")).toBe(true);
  });

  it("agree with exact arithmetic", () => {
    const scaled = fc.tuple(fc.bigInt(1n, 2n ** 53n - 1n), fc.integer({ min: 0, max: 60 }));
    fc.assert(
      fc.property(scaled, fc.integer({ min: 1, max: 25 }), ([mantissa, shift], precision) => {
        const n = Number(mantissa) / 2 ** shift;
        const { digits: text, exponent } = digits(n, precision);
        // n × 10^(precision - 1 - exponent) as a fraction, rounded half to even.
        const power = precision - 1 - exponent;
        const top = mantissa * 10n ** BigInt(Math.max(power, 0));
        const bottom = 2n ** BigInt(shift) * 10n ** BigInt(Math.max(-power, 0));
        const whole = top / bottom;
        const twice = (top % bottom) * 2n;
        const up = twice > bottom || (twice === bottom && whole % 2n === 1n);
        const rounded = up ? whole + 1n : whole;
        expect(BigInt(text)).toBe(rounded);
        expect(text).toHaveLength(precision);
      }),
    );
  });

  it("formatG is C's %g", () => {
    expect(formatG(100000, 6)).toBe("100000");
    expect(formatG(1000000, 6)).toBe("1e+06");
    expect(formatG(0.0001, 6)).toBe("0.0001");
    expect(formatG(0.00001234, 3)).toBe("1.23e-05");
    expect(formatG(-0, 6)).toBe("-0");
    expect(formatG(0, 6, true)).toBe("0.00000");
    expect(formatG(1, 1, true)).toBe("1.");
    expect(formatG(1.5, 0)).toBe("2");
    expect(formatG(123456789, 3, true)).toBe("1.23e+08");
  });
});

describe("strings as numbers (NUM-05)", () => {
  it.each<[string, unknown]>([
    ["0x10", "integer 16"],
    ["1e1", "float 10.0"],
    ["0x1p4", "float 16.0"],
    ["9223372036854775807", "integer 9223372036854775807"],
    ["9223372036854775808", "float 9.2233720368547758e+18"],
    ["-9223372036854775808", "integer -9223372036854775808"],
    ["0xffffffffffffffffff", "integer -1"],
    ["-0xff", "integer -255"],
    [" \f\n\r\t\v10 \f\n\r\t\v", "integer 10"],
    ["+1", "integer 1"],
    ["-0", "integer 0"],
    ["-0.0", "float -0.0"],
    ["5.", "float 5.0"],
    [".5", "float 0.5"],
    ["0x.8", "float 0.5"],
    ["0xA.", "float 10.0"],
    ["0x.8p1", "float 1.0"],
    ["1e400", "float inf"],
    ["0x1p99999999999", "float inf"],
    ["0x1p-99999999999", "float 0.0"],
    ["0x1p-1074", "float 4.94065645841247e-324"],
    ["0x1p-1075", "float 0.0"],
    ["0x1.8p-1075", "float 4.94065645841247e-324"],
    ["0x1.00000000000008p0", "float 1.0"],
    ["0x1.000000000000081p0", "float 1.0000000000000002"],
    ["123456789012345678901234567890", "float 1.2345678901234568e+29"],
  ])("%j", (text, expected) => expect(typed(stringToNumber(text))).toBe(expected));

  it.each([
    "",
    " ",
    "0x",
    "0x.",
    "0x.p1",
    "12a",
    "1_0",
    "inf",
    "nan",
    "1\0",
    ".",
    "1e",
    "1e+",
    "--1",
    "- 1",
    "1 2",
    "\xa01",
  ])("%j is none", (text) => expect(stringToNumber(text)).toBeUndefined());

  it("takes linear time on hostile spaces", () => {
    expect(stringToNumber(`x${" ".repeat(300_000)}x`)).toBeUndefined();
    expect(stringToNumber(`${" ".repeat(300_000)}7${" ".repeat(300_000)}`)).toBe(7);
  });

  it("toNumber and toInteger take numbers and numeric strings only", () => {
    expect(toNumber("3")).toBe(3);
    expect(toNumber(2.5)).toBe(2.5);
    expect(toNumber(true)).toBeUndefined();
    expect(toInteger("3.0")).toBe(3);
    expect(toInteger(float(3))).toBe(3);
    expect(toInteger(3.5)).toBeUndefined();
    expect(toInteger("x")).toBeUndefined();
    expect(toInteger(2 ** 63)).toBeUndefined();
    expect(toInteger(-(2 ** 63))).toBe(-(2n ** 63n));
  });
});

describe("tostring (ENV-06)", () => {
  const vm = newVM();
  const withEvents = (events: Record<string, Value>): LuaTable => {
    const table = new LuaTable();
    table.mt = new LuaTable();
    for (const name of Object.keys(events)) set(table.mt, name, events[name]);
    return table;
  };

  it("plain values", () => {
    const texts = [undefined, true, false, 1, float(1), "a"].map((value) => toText(vm, value));
    expect(texts).toEqual(["nil", "true", "false", "1", "1.0", "a"]);
  });

  it("addresses are 14 digits, stable, unique and the same in the next run", () => {
    const one = new LuaTable();
    const text = toText(vm, one);
    expect(text).toMatch(/^table: 0x[0-9a-f]{14}$/);
    expect(toText(vm, one)).toBe(text);
    expect(toText(vm, new LuaTable())).not.toBe(text);
    expect(toText(vm, (() => 1) as LuaFunction)).toMatch(/^function: 0x/);
    expect(toText(vm, new Userdata(1))).toMatch(/^userdata: 0x/);
    expect(toText(newVM(), new LuaTable())).toBe(text);
  });

  it("__tostring and __name", () => {
    expect(toText(vm, withEvents({ __tostring: () => "pretty" }))).toBe("pretty");
    expect(toText(vm, withEvents({ __tostring: () => 1 }))).toBe("1");
    expect(toText(vm, withEvents({ __name: "Point" }))).toMatch(/^Point: 0x/);
    expect(toText(vm, withEvents({ __name: 1 }))).toMatch(/^table: 0x/);
    expect(errorOf(() => toText(vm, withEvents({ __tostring: () => true }))).value).toBe(
      "'__tostring' must return a string",
    );
  });
});
