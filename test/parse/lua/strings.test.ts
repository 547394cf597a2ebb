import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toBytes } from "../../../src/source.ts";
import { errorOf, expressionOf, faultOf } from "./harness.ts";

function bytesOf(literal: string): string {
  const expression = expressionOf(literal);
  if (expression.kind !== "String") throw new Error(expression.kind);
  return expression.value;
}

describe("string literals (LUA-02, LUA-03)", () => {
  test.each([
    [`'it"s'`, 'it"s'],
    [`"it's"`, "it's"],
    ["'\\a\\b\\f\\n\\r\\t\\v\\\\\\'\\\"'", "\x07\b\f\n\r\t\v\\'\""],
    ["'\\x41\\x7f\\xFF'", "A\x7f\xff"],
    ["'\\65\\0651\\255\\0'", "AA1\xff\0"],
    ["'a\\z  \n \t\r\n b'", "ab"],
    ["'a\\\nb\\\r\nc\\\rd\\\n\re'", "a\nb\nc\nd\ne"],
    ["'\\u{48}\\u{e9}\\u{20AC}\\u{1F600}'", toBytes("Hé€😀")],
    ["'\\u{0}\\u{7f}\\u{80}\\u{7ff}\\u{800}'", toBytes("\0\x7f\x80\u07ff\u0800")],
    ["'\\u{7FFFFFFF}\\u{200000}'", "\xfd\xbf\xbf\xbf\xbf\xbf\xf8\x88\x80\x80\x80"],
    ["'\\u{0000000000041}'", "A"],
    [toBytes("'é'"), toBytes("é")],
    ["[[a]]", "a"],
    ["[[\na\n]]", "a\n"],
    ["[[\r\na\rb\n\rc\r\n\r\nd]]", "a\nb\nc\n\nd"],
    ["[==[ ]] ]=] \\n ]==]", " ]] ]=] \\n "],
    ["[[]]", ""],
    ["''", ""],
  ])("%j", (literal, value) => {
    expect(bytesOf(literal)).toBe(value);
  });

  test("any bytes survive decimal escapes, hexadecimal escapes and, without line ends, as they are", () => {
    const bytes = fc.array(fc.integer({ min: 0, max: 255 })).map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(bytes, (value) => {
        const escaped = (write: (code: number) => string): string =>
          `"${[...value].map((character) => write(character.charCodeAt(0))).join("")}"`;
        expect(bytesOf(escaped((code) => `\\${String(code).padStart(3, "0")}`))).toBe(value);
        expect(bytesOf(escaped((code) => `\\x${code.toString(16).padStart(2, "0")}`))).toBe(value);
        const plain = value.replace(/[\r\n]/g, "");
        expect(bytesOf(`'${plain.replace(/['\\]/g, "\\$&")}'`)).toBe(plain);
      }),
    );
  });
});

describe("string faults (LUA-21)", () => {
  test.each([
    ["x = 'abc", "1: unfinished string near <eof>"],
    ["x = 'abc\\", "1: unfinished string near <eof>"],
    ['x = "a\n"', "1: unfinished string near '\"a'"],
    ["x = 'a\\z\n\n", "3: unfinished string near <eof>"],
    ["x = '\\q'", "1: invalid escape sequence near ''\\q'"],
    ["x = 'ab\\tc\\q'", "1: invalid escape sequence near ''ab\tc\\q'"],
    ["x = '\\300'", "1: decimal escape too large near ''\\300''"],
    ["x = '\\xg0'", "1: hexadecimal digit expected near ''\\xg'"],
    ["x = '\\x0g'", "1: hexadecimal digit expected near ''\\x0g'"],
    ["x = '\\u41'", "1: missing '{' near ''\\u4'"],
    ["x = '\\u{}'", "1: hexadecimal digit expected near ''\\u{}'"],
    ["x = '\\u{41'", "1: missing '}' near ''\\u{41''"],
    ["x = '\\u{110000000}'", "1: UTF-8 value too large near ''\\u{110000000'"],
    ["x = '\\u{80000000}'", "1: UTF-8 value too large near ''\\u{80000000'"],
    ["x = [[abc", "1: unfinished long string (starting at line 1) near <eof>"],
    ["\nx = [==[abc\n]=]\n", "4: unfinished long string (starting at line 2) near <eof>"],
    ["--[[ abc", "1: unfinished long comment (starting at line 1) near <eof>"],
    ["x = [=abc", "1: invalid long string delimiter near '[='"],
    ["x = 'a' 'b\\tc'", "1: unexpected symbol near ''b\tc''"],
    ["x = 'a' 'b\\0c'", "1: unexpected symbol near ''b'"],
    ["x = 1 [==[\nq\n]==]", "3: unexpected symbol near '[==[q\n]==]'"],
  ])("%j", (source, error) => {
    expect(errorOf(source)).toBe(error);
  });

  test("the fault's range is the escape or the opening of the string", () => {
    expect(faultOf("x = 'ab\\q'")).toBe("\\q");
    expect(faultOf("x = 'ab")).toBe("'ab");
    expect(faultOf("x = [=[ab")).toBe("[=[");
  });
});
