import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { float } from "../../../runtime/lua/number.ts";
import { stringFormat } from "../../../runtime/lua/string/format.ts";
import { LuaTable } from "../../../runtime/lua/table.ts";
import { set } from "../../../runtime/lua/table-write.ts";
import type { Value } from "../../../runtime/lua/value.ts";
import { messageOf } from "../message.ts";
import { newVM } from "../state.ts";

const format = stringFormat(newVM());
const MIN = -(2n ** 63n);

describe("format (LIB-14): what C's printf prints", () => {
  it.each<[string, Value, string]>([
    ["%d", 42, "42"],
    ["%5d|", 42, "   42|"],
    ["%-5d|", 42, "42   |"],
    ["%05d", -42, "-0042"],
    ["%+d", 42, "+42"],
    ["% d", 42, " 42"],
    ["%.5d", 42, "00042"],
    ["%08.5d", 42, "   00042"],
    ["%.0d|", 0, "|"],
    ["%i", 7, "7"],
    ["%d", float(3), "3"],
    ["%d", "10", "10"],
    ["%d", MIN, "-9223372036854775808"],
    ["%u", -1, "18446744073709551615"],
    ["%x", 255, "ff"],
    ["%X", 255, "FF"],
    ["%#x", 255, "0xff"],
    ["%#x", 0, "0"],
    ["%x", -1, "ffffffffffffffff"],
    ["%o", 8, "10"],
    ["%#o", 8, "010"],
    ["%c", 65, "A"],
    ["%3c", 0, "  \0"],
    ["%f", 0.5, "0.500000"],
    ["%.0f", 0.5, "0"],
    ["%.0f", 1.5, "2"],
    ["%.0f", 2.5, "2"],
    ["%.2f", 0.125, "0.12"],
    ["%.2f", 0.375, "0.38"],
    ["%.2f", 1.005, "1.00"],
    ["%.1f", 0.25, "0.2"],
    ["%#.0f", 3.2, "3."],
    ["%.3f", 1e22, "10000000000000000000000.000"],
    ["%.20f", 0.1, "0.10000000000000000555"],
    ["%5.1f|", 2.25, "  2.2|"],
    ["%05.2f", -1.5, "-1.50"],
    ["%05f", Number.POSITIVE_INFINITY, "  inf"],
    ["%f", Number.NEGATIVE_INFINITY, "-inf"],
    ["%F", 1, ""],
    ["%E", 12345.678, "1.234568E+04"],
    ["%.0e", 2.5, "2e+00"],
    ["%.0e", 9.5, "1e+01"],
    ["%e", float(0), "0.000000e+00"],
    ["%g", 0.1, "0.1"],
    ["%g", 100000, "100000"],
    ["%g", 1e6, "1e+06"],
    ["%g", 1e-5, "1e-05"],
    ["%#g", 1.5, "1.50000"],
    ["%.3g", float(-0), "-0"],
    ["%G", 1e-10, "1E-10"],
    ["%.17g", 0.1, "0.10000000000000001"],
    ["%a", 1, "0x1p+0"],
    ["%a", 0.5, "0x1p-1"],
    ["%A", 255.5, "0X1.FFP+7"],
    ["%.1a", 1.96875, "0x2.0p+0"],
    ["%.0a", 5e-324, "0x0p-1022"],
    ["%s", "x", "x"],
    ["%5s|", "ab", "   ab|"],
    ["%-5s|", "ab", "ab   |"],
    ["%.2s", "abc", "ab"],
    ["%5.1s", "abc", "    a"],
    ["%s", undefined, "nil"],
    ["%s", float(2), "2.0"],
    ["%s", "a\0b", "a\0b"],
    ["100%%", 1, "100%"],
  ])("%s of %s", (template, value, expected) => {
    if (template === "%F")
      expect(messageOf(() => format(template, value))).toMatch("invalid conversion '%F'");
    else expect(format(template, value)).toBe(expected);
  });

  it.each<[Value, string]>([
    ['a"b\\c\nd', '"a\\"b\\\\c\\\nd"'],
    ["\r\0\x011", '"\\13\\0\\0011"'],
    ["\x7f\xe9", '"\\127\xe9"'],
    [3, "3"],
    [MIN, "0x8000000000000000"],
    [1 / 3, "0x1.5555555555555p-2"],
    [float(-0), "-0x0p+0"],
    [Number.POSITIVE_INFINITY, "1e9999"],
    [Number.NEGATIVE_INFINITY, "-1e9999"],
    [Number.NaN, "(0/0)"],
    [undefined, "nil"],
    [true, "true"],
  ])("%%q of %o", (value, expected) => {
    expect(format("%q", value)).toBe(expected);
  });

  it("takes the arguments in turn and ignores the rest", () => {
    expect(format("%s=%d;%%%x", "k", 1, 16, "more")).toBe("k=1;%10");
    expect(format(12)).toBe("12");
  });

  it("uses __tostring for %s and the address for %p", () => {
    const table = new LuaTable();
    const address = format("%p", table);
    expect(address).toMatch(/^0x[0-9a-f]{14}$/);
    expect(format("%s", table)).toBe(`table: ${address as string}`);
    expect(format("%p", "same")).toBe(format("%p", "same"));
    expect(format("%6p", 1)).toBe("(null)");
    table.mt = new LuaTable();
    set(table.mt, "__tostring", () => "me");
    expect(format("[%4s]", table)).toBe("[  me]");
  });
});

describe("format errors (LIB-14)", () => {
  it.each<[string, readonly Value[], string]>([
    ["%d", [], "#2 no value"],
    ["%s %s", ["a"], "#3 no value"],
    ["%d", [1.5], "#2 number has no integer representation"],
    ["%d", ["x"], "#2 number expected, got string"],
    ["%x", [undefined], "#2 number expected, got nil"],
    ["%f", [new LuaTable()], "#2 number expected, got table"],
    ["%q", [new LuaTable()], "#2 value has no literal form"],
    ["%5s", ["a\0"], "#2 string contains zeros"],
    ["%y", [1], "invalid conversion '%y' to 'format'"],
    ["%", [1], "invalid conversion '%' to 'format'"],
    ["%10", [1], "invalid conversion '%10' to 'format'"],
    ["%0100d", [1], "invalid conversion specification: '%0100d'"],
    ["%.100f", [1], "invalid conversion specification: '%.100f'"],
    ["%#d", [1], "invalid conversion specification: '%#d'"],
    ["%+s", [1], "invalid conversion specification: '%+s'"],
    ["%5.2c", [65], "invalid conversion specification: '%5.2c'"],
    ["%5q", ["x"], "specifier '%q' cannot have modifiers"],
    [`%${"0".repeat(30)}d`, [1], "invalid format (too long)"],
  ])("%s with %o", (template, values, message) => {
    expect(messageOf(() => format(template, ...values))).toBe(message);
  });

  it("come in the order of the items", () => {
    expect(messageOf(() => format("%d %y", "x", 1))).toBe("#2 number expected, got string");
  });
});

describe("format of floats is exact", () => {
  /** round-half-even(magnitude × 10^places) from the bits of the double. */
  function exact(n: number, places: number): string {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, n);
    const bits = view.getBigUint64(0);
    const field = Number((bits >> 52n) & 2047n);
    const mantissa = (bits & 0xfffffffffffffn) | (field > 0 ? 1n << 52n : 0n);
    const exponent = BigInt(Math.max(field, 1) - 1075);
    const numerator = mantissa * 10n ** BigInt(places) * 2n ** (exponent > 0n ? exponent : 0n);
    const denominator = 2n ** (exponent < 0n ? -exponent : 0n);
    let quotient = numerator / denominator;
    const twice = (numerator % denominator) * 2n;
    if (twice > denominator || (twice === denominator && quotient % 2n === 1n)) quotient++;
    const digits = quotient.toString().padStart(places + 1, "0");
    const sign = n < 0 || Object.is(n, -0) ? "-" : "";
    const whole = digits.slice(0, digits.length - places);
    return sign + whole + (places > 0 ? `.${digits.slice(digits.length - places)}` : "");
  }

  const doubles = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -100_000, max: 100_000 }).map((n) => n / 1024),
  );

  it("%.Nf", () => {
    fc.assert(
      fc.property(doubles, fc.integer({ min: 0, max: 99 }), (n, places) => {
        expect(format(`%.${places}f`, float(n))).toBe(exact(n, places));
      }),
    );
  });

  it("%.17g and %a read back as the same double", () => {
    fc.assert(
      fc.property(doubles, (n) => {
        expect(Number(format("%.17g", float(n)))).toBe(n);
        const [, sign, whole, fraction = "", power] =
          /^(-?)0x(.)(?:\.(.*))?p(.*)$/.exec(format("%a", float(n)) as string) ?? [];
        const magnitude = Number.parseInt(whole + fraction, 16) * 2 ** (-4 * fraction.length);
        expect((sign === "-" ? -1 : 1) * magnitude * 2 ** Number(power)).toBe(n);
      }),
    );
  });
});
