import { describe, expect, it } from "vitest";
import { EMPTY } from "../../../runtime/lua/call.ts";
import { float } from "../../../runtime/lua/number.ts";
import { stringByte } from "../../../runtime/lua/string/byte.ts";
import { stringChar } from "../../../runtime/lua/string/char.ts";
import { stringDump } from "../../../runtime/lua/string/dump.ts";
import { stringLen } from "../../../runtime/lua/string/len.ts";
import { stringLower } from "../../../runtime/lua/string/lower.ts";
import { stringRep } from "../../../runtime/lua/string/rep.ts";
import { stringReverse } from "../../../runtime/lua/string/reverse.ts";
import { stringSub } from "../../../runtime/lua/string/sub.ts";
import { stringUpper } from "../../../runtime/lua/string/upper.ts";
import type { Value } from "../../../runtime/lua/value.ts";
import { messageOf } from "../message.ts";
import { newVM } from "../state.ts";

const vm = newVM();
const MAX = 2n ** 63n - 1n;

describe("sub (LIB-10)", () => {
  const sub = stringSub(vm);
  it.each<[readonly Value[], string]>([
    [["hello", 2, 4], "ell"],
    [["hello", 2], "ello"],
    [["hello", -3], "llo"],
    [["hello", -3, -2], "ll"],
    [["hello", 0], "hello"],
    [["hello", 4, 2], ""],
    [["hello", -100, 2], "he"],
    [["hello", 3, 100], "llo"],
    [["hello", 2, -100], ""],
    [["hello", 1, MAX], "hello"],
    [["hello", -MAX, -1], "hello"],
    [["hello", "2", float(3)], "el"],
    [[12345, 2, 3], "23"],
  ])("sub(%o)", (values, expected) => {
    expect(sub(...values)).toBe(expected);
  });

  it("checks its arguments", () => {
    expect(messageOf(() => sub())).toBe("#1 string expected, got no value");
    expect(messageOf(() => sub("x"))).toBe("#2 number expected, got no value");
    expect(messageOf(() => sub("x", undefined))).toBe("#2 number expected, got nil");
    expect(messageOf(() => sub("x", 1.5))).toBe("#2 number has no integer representation");
  });
});

describe("byte and char (LIB-15)", () => {
  const byte = stringByte(vm);
  const char = stringChar(vm);

  it("byte gives codes, none outside the string", () => {
    expect(byte("abc")).toBe(97);
    expect(byte("abc", 2)).toBe(98);
    expect(byte("abc", -1)).toBe(99);
    expect(byte("abc", 1, -1)).toEqual([97, 98, 99]);
    expect(byte("\xff\0", 1, 2)).toEqual([255, 0]);
    expect(byte("abc", 4)).toBe(EMPTY);
    expect(byte("", 1)).toBe(EMPTY);
    expect(byte("abc", 3, 2)).toBe(EMPTY);
  });

  it("char makes a string of codes 0 to 255", () => {
    expect(char()).toBe("");
    expect(char(72, 105, 0, 255)).toBe("Hi\0\xff");
    expect(messageOf(() => char(65, 256))).toBe("#2 value out of range");
    expect(messageOf(() => char(-1))).toBe("#1 value out of range");
    expect(messageOf(() => char(65, undefined))).toBe("#2 number expected, got nil");
  });
});

describe("rep (LIB-15)", () => {
  const rep = stringRep(vm);
  it.each<[readonly Value[], string]>([
    [["ab", 3], "ababab"],
    [["ab", 3, ","], "ab,ab,ab"],
    [["ab", 1, ","], "ab"],
    [["ab", 0], ""],
    [["ab", -5, ","], ""],
    [["", 1_000_000_000], ""],
    [["", 3, "-"], "--"],
  ])("rep(%o)", (values, expected) => {
    expect(rep(...values)).toBe(expected);
  });

  it("refuses what is too large", () => {
    expect(messageOf(() => rep("x", 2 ** 31))).toBe("resulting string too large");
    expect(messageOf(() => rep("x", 100_000_000))).toBe("not enough memory");
  });
});

describe("upper, lower, reverse, len", () => {
  it("change ASCII letters only (LIB-10)", () => {
    expect(stringUpper(vm)("aZ1\xe9\xdf\xff\xb5")).toBe("AZ1\xe9\xdf\xff\xb5");
    expect(stringUpper(vm)("hello")).toBe("HELLO");
    expect(stringLower(vm)("HeLLo\xc9")).toBe("hello\xc9");
    expect(stringLower(vm)("ABC")).toBe("abc");
  });

  it("work on bytes", () => {
    expect(stringReverse(vm)("abc\xe9")).toBe("\xe9cba");
    expect(stringReverse(vm)("")).toBe("");
    expect(stringLen(vm)("a\0b")).toBe(3);
    expect(stringLen(vm)(12.5)).toBe(4);
    expect(messageOf(() => stringLen(vm)(true))).toBe("#1 string expected, got boolean");
  });
});

describe("dump (ENV-05)", () => {
  it("always refuses", () => {
    expect(messageOf(() => stringDump(vm)(() => undefined))).toBe("unable to dump given function");
    expect(messageOf(() => stringDump(vm)(1))).toBe("#1 function expected, got number");
  });
});
