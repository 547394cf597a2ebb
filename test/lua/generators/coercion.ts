import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { number, numeral, shortNumber } from "./numbers.ts";
import { either, lines, lua, one } from "./template.ts";

const text = numeral.map((spelt) => `"${spelt}"`);
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: number },
  { weight: 1, arbitrary: one("nil", "true", "{}", '""', '"abc"', "print") },
);
const short = either(text, shortNumber, one("nil", "{}", '"x"'));
const small = either(
  one("'2'", "'0x2'", "2.0", "' 3 '", "'3.0'", "'2.5'", "2.5", "nil", "'x'"),
  fc.integer({ min: -3, max: 9 }).map(String),
);
const operators = one(..."+ - * / // % ^ & | ~ << >> < <= == ~= ..".split(" ").filter((op) => op !== ".."));

const call = either(
  lua`a ${operators} b`,
  lua`b ${operators} a`,
  lua`-a`,
  lua`~a`,
  lua`#a`,
  lua`math.floor(a)`,
  lua`math.max(a, b)`,
  lua`math.abs(a), math.ceil(b)`,
  lua`math.fmod(a, 2), math.fmod(7, b)`,
  lua`math.modf(a)`,
  lua`math.ult(a, b)`,
  lua`math.sqrt(a)`,
  lua`string.char(${small}, ${small})`,
  lua`("abcdef"):sub(${small}, ${small})`,
  lua`("abc"):rep(${small}, ${small})`,
  lua`("abcdef"):byte(${small}, ${small})`,
  lua`select(${small}, 1, 2, 3)`,
  lua`string.format("%d", a), string.format("%s", ${shortNumber})`,
  lua`string.format("%x", a)`,
  lua`string.format("%5.1f", a)`,
  lua`table.unpack({1, 2, 3}, ${small}, ${small})`,
  lua`table.concat({1, 2, 3}, ${small}, ${small}, ${small})`,
  lua`({10, 20, 30})[a]`,
  lua`string.rep(${shortNumber}, ${small})`,
  lua`string.len(${shortNumber}), string.upper(${shortNumber})`,
);
const tried = lua`print(pcall(function() local a, b = ${value}, ${value} return ${call} end))`;
const joined = lua`print(pcall(function() local a, b = ${short}, ${short} return a .. b, ${short} .. a end))`;
const looped = lua`print(pcall(function() for i = ${small}, ${small}${either(one(""), lua`, ${small}`)} do print(i) if math.abs(i) > 20 then break end end end))`;
const keyed = lua`print(pcall(function() local t = {} t[${value}] = 1 t[${value}] = 2 return t[${value}], #t, t[1] end))`;

/** Strings as numbers and numbers as strings, in operators and arguments (manual §3.4.3, LIB-72). */
export const coercion: Generator = {
  name: "coercion",
  programs: lines(
    fc.oneof(
      { weight: 6, arbitrary: tried },
      { weight: 2, arbitrary: joined },
      { weight: 1, arbitrary: looped },
      { weight: 1, arbitrary: keyed },
    ),
    12,
  ),
  differences: ["nan-text", "float-text", "addresses"],
};
