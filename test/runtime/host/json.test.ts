import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "../../../runtime/host/json-parse.ts";
import { displayText, floatText, jsonText } from "../../../runtime/host/json-text.ts";
import type { Json } from "../../../runtime/json.ts";
import { LuaFloat } from "../../../runtime/lua/number.ts";
import { decodeUtf8, encodeUtf8 } from "../../../runtime/utf8.ts";

const parse = (text: string): Json | undefined => parseJson(encodeUtf8(text));

describe("parseJson (ARG-32 to ARG-37)", () => {
  test.each([
    "",
    " ",
    "{",
    "[1,]",
    '{"a":1,}',
    "// c\n1",
    "'x'",
    "NaN",
    "Infinity",
    "01",
    "-",
    "1.",
    ".5",
    "1e",
    "+1",
    '"a\nb"',
    '"a\u0000b"',
    '"\\x"',
    '"\\ud800"',
    '"\\ud800\\u0041"',
    '"\\udc00"',
    '"\\u12g4"',
    '"open',
    "1 2",
    "\ufeff1",
    "\u00a01",
    "tru",
    "1e400",
    "-1e400",
    `1${"0".repeat(400)}`,
    "{1:2}",
    '{"a" 1}',
  ])("refuses %j (ARG-35)", (text) => {
    expect(parse(text)).toBeUndefined();
  });

  test("allows white space around and inside the document, and only that of JSON", () => {
    expect(parse(' \t\r\n{ "a" : [ 1 , 2 ] } \n')).toEqual(new Map([["a", [1, 2]]]));
  });

  test("parses 127 levels and refuses 128 (ARG-35)", () => {
    expect(parse("[".repeat(127) + "]".repeat(127))).toBeDefined();
    expect(parse("[".repeat(128) + "]".repeat(128))).toBeUndefined();
    expect(parse(`[${"[1],".repeat(200)}1]`)).toHaveLength(201);
  });

  test("takes the last of duplicate keys, and knows no special key (ARG-35)", () => {
    expect(parse('{"a":1,"a":2}')).toEqual(new Map([["a", 2]]));
    expect(parse('{"__proto__":1,"constructor":2}')).toEqual(
      new Map([
        ["__proto__", 1],
        ["constructor", 2],
      ]),
    );
  });

  test.each<[string, Json]>([
    ["5", 5],
    ["-7", -7],
    ["9007199254740993", 9007199254740993n],
    ["9223372036854775807", 9223372036854775807n],
    ["-9223372036854775808", -9223372036854775808n],
    ["9223372036854775808", 2 ** 63],
    ["5.0", new LuaFloat(5)],
    ["1e2", new LuaFloat(100)],
    ["-0", new LuaFloat(-0)],
    ["2.5", 2.5],
    ["0.1", 0.1],
  ])("reads %s with its subtype (ARG-36)", (text, value) => {
    expect(parse(text)).toStrictEqual(value);
  });

  test("reads escapes, pairs of surrogates as one character", () => {
    expect(decodeUtf8(parse('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00 é"') as string)).toBe(
      '"\\/\b\f\n\r\té😀 é',
    );
  });

  test("accepts whatever JSON.stringify writes, and jsonText writes what JSON.parse reads back", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        const json = parse(text);
        expect(json).toBeDefined();
        expect(JSON.parse(decodeUtf8(jsonText(json!)))).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe("jsonText and displayText", () => {
  test("sorts keys by their bytes at every level and keeps the order of arrays (SUB-41)", () => {
    const json = parse('{"b":[{"z":1,"Z":2},"x"],"😀":1,"\uffee":2,"a":{}}')!;
    expect(decodeUtf8(jsonText(json))).toBe('{"a":{},"b":[{"Z":2,"z":1},"x"],"\uffee":2,"😀":1}');
  });

  test("escapes what SUB-42 lists and nothing else", () => {
    expect(jsonText('"\\\b\t\n\f\r\u0001\u001f/<\u007f')).toBe(
      '"\\"\\\\\\b\\t\\n\\f\\r\\u0001\\u001f/<\u007f"',
    );
    expect(decodeUtf8(jsonText(encodeUtf8("é\u2028")))).toBe('"é\u2028"');
  });

  test("shows a string as it is and null as null (SUB-40, SUB-47)", () => {
    expect(displayText('a "b"')).toBe('a "b"');
    expect(displayText(null)).toBe("null");
    expect(displayText([7, "x", true, null])).toBe('[7,"x",true,null]');
  });

  test.each<[number, string]>([
    [2, "2.0"],
    [100, "100.0"],
    [-0, "-0.0"],
    [0, "0.0"],
    [2.5, "2.5"],
    [0.1, "0.1"],
    [1 / 3, "0.3333333333333333"],
    [2 ** 53, "9007199254740992.0"],
    [1e15, "1000000000000000.0"],
    [1e16, "1e16"],
    [1.5e300, "1.5e300"],
    [1e100, "1e100"],
    [2 ** 63, "9.223372036854776e18"],
    [1e-5, "0.00001"],
    [1e-6, "1e-6"],
    [-1.25e-7, "-1.25e-7"],
    [123456.789, "123456.789"],
    [Number.NaN, "null"],
    [Number.POSITIVE_INFINITY, "null"],
  ])("writes the float %d as %s (SUB-43, NUM-04)", (double, text) => {
    expect(floatText(double)).toBe(text);
  });

  test("writes floats that read back to the same double", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
        expect(Object.is(Number(floatText(double)), double)).toBe(true);
        expect(floatText(double)).toMatch(/[.e]/);
      }),
    );
  });
});
