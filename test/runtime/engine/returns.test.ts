import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isScalar, scalarText } from "../../../runtime/engine/returns.ts";
import { float } from "../../../runtime/lua/number.ts";
import { LuaTable } from "../../../runtime/lua/table.ts";
import { Userdata } from "../../../runtime/lua/value.ts";

describe("result texts", () => {
  test.each([
    ["text", "text"],
    ["", ""],
    [true, "true"],
    [false, "false"],
    [-7, "-7"],
    [9223372036854775807n, "9223372036854775807"],
  ])("RET-01: %s", (value, text) => {
    expect(scalarText(value)).toBe(text);
  });

  test("RET-01: invalid UTF-8 becomes U+FFFD, one per maximal subpart; valid bytes stay", () => {
    expect(scalarText("a\xe2\x82z\xff")).toBe("a\u00ef\u00bf\u00bdz\u00ef\u00bf\u00bd");
    expect(scalarText("\u00c3\u00a9")).toBe("\u00c3\u00a9");
  });

  test.each([
    [3, "3"],
    [1.5, "1.5"],
    [1 / 3, "0.3333333333333333"],
    [0.1 + 0.2, "0.30000000000000004"],
    [2 ** 53, "9007199254740992"],
    [2 ** 63, "9223372036854775808".replace("5808", "6000")],
    [1e15, "1000000000000000"],
    [1e21, "1000000000000000000000"],
    [1e100, `1${"0".repeat(100)}`],
    [1.25e25, "12500000000000000000000000"],
    [1e-7, "0.0000001"],
    [-1.5e-9, "-0.0000000015"],
    [-0, "-0"],
    [Number.POSITIVE_INFINITY, "inf"],
    [Number.NEGATIVE_INFINITY, "-inf"],
    [Number.NaN, "NaN"],
  ])("RET-03: the float %d", (n, text) => {
    expect(scalarText(float(n))).toBe(text);
  });

  test("RET-03: every float reads back, and has no exponent", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => {
        const text = scalarText(float(n));
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text)).toBe(n);
      }),
    );
  });

  test("RET-01: what is no scalar", () => {
    expect([undefined, "", 1, 1n, float(1), true].every(isScalar)).toBe(true);
    expect([new LuaTable(), () => undefined, new Userdata(1)].some(isScalar)).toBe(false);
  });
});
