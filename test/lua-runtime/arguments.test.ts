import { describe, expect, it } from "vitest";
import * as check from "../../runtime/lua/arguments.ts";
import { float } from "../../runtime/lua/number.ts";
import { LuaTable } from "../../runtime/lua/table.ts";
import { messageOf } from "./message.ts";
import { newVM, tableOf, typed } from "./state.ts";

describe("argument checks (LIB-01, LIB-72)", () => {
  it("take numeric strings as numbers and numbers as strings", () => {
    expect(check.checkInteger("0x10", 1)).toBe(16);
    expect(check.checkInteger(float(3), 1)).toBe(3);
    expect(check.checkInteger(2n ** 60n, 1)).toBe(2n ** 60n);
    expect(check.checkPosition(2n ** 60n, 1)).toBe(2 ** 60);
    expect(typed(check.checkNumber("10", 1))).toBe("integer 10");
    expect(typed(check.checkNumber("1e1", 1))).toBe("float 10.0");
    expect(check.checkString(newVM(), 10, 1)).toBe("10");
    expect(check.checkString(newVM(), float(10), 1)).toBe("10.0");
  });

  it("take the fallback for nil", () => {
    expect(check.optionalInteger(undefined, 7, 1)).toBe(7);
    expect(check.optionalPosition(undefined, 7, 1)).toBe(7);
    expect(check.optionalNumber(undefined, 0.5, 1)).toBe(0.5);
    expect(check.optionalString(newVM(), undefined, "x", 1)).toBe("x");
    expect(messageOf(() => check.optionalInteger(false, 7, 2))).toBe("#2 number expected, got boolean");
  });

  it("tell nil from an argument that is not there", () => {
    expect(messageOf(() => check.checkInteger(undefined, 2, 1))).toBe("#2 number expected, got no value");
    expect(messageOf(() => check.checkInteger(undefined, 2, 2))).toBe("#2 number expected, got nil");
    expect(messageOf(() => check.checkAny(1, 0))).toBe("#1 value expected");
    expect(() => check.checkAny(1, 1)).not.toThrow();
  });

  it("name what they expect", () => {
    expect(messageOf(() => check.checkInteger(1.5, 1))).toBe("#1 number has no integer representation");
    expect(messageOf(() => check.checkInteger("1.5", 1))).toBe("#1 number has no integer representation");
    expect(messageOf(() => check.checkInteger("x", 1))).toBe("#1 number expected, got string");
    expect(messageOf(() => check.checkNumber(true, 1))).toBe("#1 number expected, got boolean");
    expect(messageOf(() => check.checkString(newVM(), new LuaTable(), 1))).toBe(
      "#1 string expected, got table",
    );
    expect(messageOf(() => check.checkTable("x", 1))).toBe("#1 table expected, got string");
    expect(messageOf(() => check.checkFunction(1, 2))).toBe("#2 function expected, got number");
  });

  it("use the name that a metatable gives", () => {
    const named = new LuaTable();
    named.mt = tableOf([["__name", "Handle"]]);
    expect(messageOf(() => check.checkString(newVM(), named, 1))).toBe("#1 string expected, got Handle");
  });
});
