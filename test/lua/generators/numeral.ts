import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { anyFloat, anyInteger, edge, number, numeral } from "./numbers.ts";
import { either, guarded, lines, lua, one, several } from "./template.ts";

const digit = one(..."0123456789");
const hex = one(..."0123456789abcdefABCDEF");
const blank = one("", "", "", " ", "\\t", "\\n ", "\\v", "\\f", "\\r", "\\0", "_");
const exponent = lua`${one("e", "E", "p", "P")}${one("", "+", "-")}${several(digit, { min: 0, max: 3 })}`;
const decimal = lua`${several(digit, { min: 0, max: 21 })}${one("", "", ".")}${several(digit, { min: 0, max: 20 })}${either(one("", ""), exponent)}`;
const hexadecimal = lua`0${one("x", "X")}${several(hex, { min: 0, max: 18 })}${one("", "", ".")}${several(hex, { min: 0, max: 15 })}${either(one("", ""), exponent)}`;
const odd = one(
  "",
  "inf",
  "nan",
  "-inf",
  "0x",
  "1e",
  "1e+",
  ".",
  "0x.",
  "0x.p1",
  "1..2",
  "--1",
  "- 1",
  "1 2",
  "0b1",
  "1f",
  "1e400",
  "-1e400",
  "1e-400",
  "0x1p-1080",
  "0x1p5000",
);
const spelt = lua`${blank}${one("", "", "-", "+")}${either(decimal, hexadecimal, numeral, odd)}${blank}`;

const show = "function(s) local n = tonumber(s) print(n, math.type(n), n and n == tonumber(tostring(n))) end";
const read = lua`show("${spelt}")`;
const based = lua`print(pcall(tonumber, "${blank}${one("", "-", "+", "- ")}${several(either(digit, one(..."abcdefghijklmnopqrstuvwxyzABCXYZ")), { min: 0, max: 15 })}${blank}", ${fc.integer({ min: 0, max: 38 }).map(String)}))`;
const text = lua`show(tostring(${either(number, anyFloat, anyInteger)})) print(${either(number, anyFloat)})`;
const literal = lua`print(${either(decimal, hexadecimal)
  .filter((source) =>
    /^(0[xX][\da-fA-F]*\.?[\da-fA-F]*([pP][+-]?\d+)?|\d*\.?\d*([eE][+-]?\d+)?)$/.test(source),
  )
  .filter((source) => /^(0[xX]\.?[\da-fA-F]|\.?\d)/.test(source) && !/^0[xX]\.?[pP]/.test(source))
  .map((source) => source)})`;
const odds = guarded(
  either(
    lua`tonumber(${one("nil", "true", "{}", "print", "'7'", "7", "7.5")}${one("", ", 10", ", 16", ", nil", ", 'x'")})`,
    lua`tonumber(${number}, ${fc.integer({ min: -1, max: 40 }).map(String)})`,
    lua`math.tointeger(${either(number, lua`"${spelt}"`, one("nil", "true", "{}"))})`,
    one("tonumber()", "tostring(nil)", "tonumber('1', 2, 3)"),
  ),
);

/** tonumber, tostring, number literals, and that one reads what the other writes (NUM-03, NUM-05). */
export const numerals: Generator = {
  name: "numeral",
  programs: lua`local show = ${show}
${lines(either(read, read, based, text, literal, odds, lua`print(${edge})`), 15)}`,
  differences: ["nan-text", "float-text", "addresses"],
};
