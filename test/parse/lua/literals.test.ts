import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberLiteral } from "../../../src/parse/lua/literals.ts";
import { expressionOf } from "./harness.ts";

describe("number literals (LUA-03)", () => {
  test.each([
    ["3", "<integer>", 3],
    ["0xff", "<integer>", 255],
    ["0XA", "<integer>", 10],
    ["9007199254740991", "<integer>", 9007199254740991],
    ["9007199254740992", "<integer>", 9007199254740992n],
    ["9223372036854775807", "<integer>", 9223372036854775807n],
    ["9223372036854775808", "<number>", 2 ** 63],
    ["0000000000000000000000007", "<integer>", 7],
    ["0xffffffffffffffff", "<integer>", -1],
    ["0x7fffffffffffffff", "<integer>", 9223372036854775807n],
    ["0x8000000000000000", "<integer>", -(2n ** 63n)],
    ["0x1ffffffffffffffff", "<integer>", -1],
    ["3.0", "<number>", 3],
    ["3.", "<number>", 3],
    [".5", "<number>", 0.5],
    ["1e2", "<number>", 100],
    ["5E-1", "<number>", 0.5],
    ["1e999", "<number>", Number.POSITIVE_INFINITY],
    ["0x.8", "<number>", 0.5],
    ["0x8.", "<number>", 8],
    ["0x1p4", "<number>", 16],
    ["0xA.8P-1", "<number>", 5.25],
    ["0x.0p5", "<number>", 0],
  ])("%s", (text, type, value) => {
    expect(numberLiteral(text)).toEqual({ type, value });
    expect(expressionOf(text)).toMatchObject({ kind: type === "<integer>" ? "Integer" : "Float", value });
  });

  test.each(["", "0x", "3x", "1..2", "1.2.3", "1e", "1e+", "0x1p", "0xp1", "0x.", "."])(
    "%j is malformed",
    (text) => {
      expect(numberLiteral(text)).toBeUndefined();
    },
  );

  test.each([
    ["0x1p1023", 2 ** 1023],
    ["0x1p1024", Number.POSITIVE_INFINITY],
    ["0x1.fffffffffffffp1023", Number.MAX_VALUE],
    ["0x1.fffffffffffff7fffp1023", Number.MAX_VALUE],
    ["0x1.fffffffffffff8p1023", Number.POSITIVE_INFINITY],
    ["0x1p-1074", Number.MIN_VALUE],
    ["0x1p-1075", 0],
    ["0x1.8p-1075", Number.MIN_VALUE],
    ["0x1p-99999999999", 0],
    ["0x1p99999999999", Number.POSITIVE_INFINITY],
    ["0x10000000000000081p0", 2 ** 64],
    ["0x10000000000000801p0", 2 ** 64 + 4096],
    ["0x10000000000000800p0", 2 ** 64],
    ["0x1800000000000000000p0", 2 ** 72 * 1.5],
  ])("%s rounds once, half to even", (text, value) => {
    expect(numberLiteral(text)!.value).toBe(value);
  });

  test("every float reads back from its decimal text", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = String(value);
        const float = /[.e]/.test(text) ? text : `${text}.0`;
        expect(numberLiteral(float)).toEqual({ type: "<number>", value: Math.abs(value) });
      }),
    );
  });

  test("every float reads back from its hexadecimal text", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(numberLiteral(hexadecimal(value))!.value).toBe(Math.abs(value));
      }),
    );
  });

  test("every 64-bit pattern wraps to its integer", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (bits) => {
        const { value } = numberLiteral(`0x${bits.toString(16)}`)!;
        expect(BigInt(value)).toBe(BigInt.asIntN(64, bits));
        expect(typeof value === "number").toBe(Number.isSafeInteger(Number(BigInt(value))));
      }),
    );
  });
});

/** `0x{53-bit mantissa}p{exponent}` of a double. */
function hexadecimal(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  return `0x${mantissa.toString(16)}p${Math.max(exponent, 1) - 1075}`;
}
