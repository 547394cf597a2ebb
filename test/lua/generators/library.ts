import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { anyInteger, edge, number, shortNumber } from "./numbers.ts";
import { either, lines, lua, one, quote, several } from "./template.ts";

const string = fc.string({ unit: fc.constantFrom(..."aZ09 \n\0\x7f\x80\xff_-"), maxLength: 10 }).map(quote);
const place = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -4, max: 5 }).map(String) },
  { weight: 2, arbitrary: fc.integer({ min: -12, max: 12 }).map(String) },
  {
    weight: 1,
    arbitrary: one(
      "math.maxinteger",
      "math.mininteger",
      "2^53",
      "-2^53",
      "1.0",
      "2.5",
      "'2'",
      "nil",
      "1e100",
      "true",
      "2^31",
      "-2^31",
      "2^63",
    ),
  },
);
const odd = one("nil", "true", "{}", "print", "'x'", "''", "2.5");
const text = fc.oneof(
  { weight: 6, arbitrary: string },
  { weight: 1, arbitrary: shortNumber },
  { weight: 1, arbitrary: odd },
);
const rare = (usual: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: odd });
const list = lua`{${several(either(fc.integer({ min: 0, max: 9 }).map(String), string), { min: 0, max: 6, by: ", " })}}`;
const optional = (value: fc.Arbitrary<string>) => either(one(""), lua`, ${value}`);

const call = either(
  lua`string.sub(${text}, ${place}${optional(place)})`,
  lua`string.byte(${text}${optional(place)}${optional(place)})`,
  lua`string.char(${several(rare(fc.integer({ min: -1, max: 256 }).map(String)), { min: 0, max: 4, by: ", " })})`,
  lua`string.rep(${text}, ${rare(fc.integer({ min: -2, max: 6 }).map(String))}${optional(text)})`,
  lua`string.${one("upper", "lower", "reverse", "len")}(${text})`,
  lua`${string}:${one("upper", "lower", "reverse", "len")}()`,
  lua`${string}:sub(${place}, ${place})`,
  lua`${string} ${one("<", "<=", "==", ">")} ${string}`,
  lua`#${string} + #(${string} .. ${string})`,
  lua`table.concat(${list}${optional(text)}${optional(place.filter((p) => !/max|min|\^|1e/.test(p)))}${optional(place.filter((p) => !/max|min|\^|1e/.test(p)))})`,
  lua`table.unpack(${rare(list)}${optional(place.filter((p) => !/max|min|\^|1e/.test(p)))}${optional(place.filter((p) => !/max|min|\^|1e/.test(p)))})`,
  lua`select(${place}${several(lua`, ${string}`, { min: 0, max: 4 })})`,
  lua`select("#"${several(lua`, ${odd}`, { min: 0, max: 4 })})`,
  lua`table.pack(${several(text, { min: 0, max: 4, by: ", " })}).n`,
  lua`math.${one("floor", "ceil", "abs", "sqrt", "tointeger", "type")}(${rare(number)})`,
  lua`math.${one("max", "min")}(${several(rare(number), { min: 0, max: 4, by: ", " })})`,
  lua`math.ult(${rare(number)}, ${rare(number)})`,
  // Which of two bad arguments fmod names is up to the C compiler.
  lua`math.fmod(${rare(number)}, ${number})`,
  lua`math.modf(${rare(number)})`,
  lua`math.frexp(${rare(number)})`,
  lua`math.ldexp(${rare(shortNumber)}, ${rare(fc.integer({ min: -1100, max: 1100 }).map(String))})`,
  lua`math.log(${one("8", "1024", "100", "1000", "0.125", "1", "2^53", "2^-1074", "10", "1e300", "0", "-1", "1/0")}, ${one("2", "10", "2.0", "10.0")})`,
  lua`type(${either(text, number)})`,
  lua`tostring(${either(text, edge)})`,
  lua`rawequal == nil, math.ult(${anyInteger}, ${anyInteger})`,
  lua`next({${optional(string).map((item) => item.replace(", ", ""))}})`,
  lua`getmetatable(${text}) == getmetatable("")`,
  lua`pcall(error, ${string}${one("", ", 0", ", 1", ", 2", ", '2'")})`,
  lua`pcall(${one("select", "type", "tostring", "math.floor")}, ${either(string, place)}${optional(place)})`,
  // A float that is taken for a string has the digits of its version.
  lua`pcall(string.len, ${either(
    string,
    place.filter((p) => !/\^|1e/.test(p)),
  )}${optional(place)})`,
  lua`math.maxinteger + 1 == math.mininteger, math.pi, -math.huge, math.huge // 1`,
);
const tried = lua`print(pcall(function() return ${call} end))`;
const replaced = one(
  "string.trim = function(s) return (s:gsub('^%s+', '')) end print(('  x'):trim(), string.trim(' y'))",
  "local up = string.upper string.upper = function(s) return '<' .. up(s) .. '>' end print(('x'):upper(), string.upper('y'))",
  "local keep = string.len string.len = nil print(pcall(function() return ('x'):len() end)) string.len = keep print(('x'):len())",
  "getmetatable('').__index = function(s, k) return type(k) == 'number' and s:byte(k) or string[k] end print(('abc')[2], ('x'):upper())",
  "getmetatable('').__call = function(s, ...) return s .. select('#', ...) end print(('f')(1, 2))",
  "getmetatable('').__add = function(a, b) return 'added' end print('1' + 2, pcall(function() return '1' - '2' end))",
  "getmetatable('').__unm = function(a) return 'minus' end print(-'2')",
  "local f = math.floor math.floor = function(x) return 'floor' end print(math.floor(1.5), f(1.5))",
  "print = (function(p) return function(...) return p('p', ...) end end)(print) print(1) print(2)",
  "tostring = function() return 'mine' end print(1, tostring(1))",
  "local t = {} for k in pairs(string) do t[#t + 1] = k end table.sort(t) print(table.concat(t, ' '):gsub('create ', ''))",
  "local t = {} for k in pairs(math) do t[#t + 1] = k end table.sort(t) print(table.concat(t, ' '))",
  "local t = setmetatable({}, {__index = table}) t:insert(1) t:insert(2) print(t:concat(','), t:unpack())",
  "_G.x = 5 print(x, _G.x, _G['x'], _ENV.x) x = nil print(rawget == nil, _G.x)",
  "local p <const> = print _ENV = {} p(print, x) x = 1 p(x)",
  "local function f(_ENV) return x end print(f({x = 7}), x)",
  "setmetatable(_G, {__index = function(_, k) return 'no ' .. k end}) print(undefined, print ~= nil)",
  "setmetatable(_G, {__newindex = function(t, k, v) print('set', k, v) end}) new = 1 print(new)",
);

/** The string, table, math and base functions with edge arguments of every position, and functions put in their place (ENV-03). */
export const library: Generator = {
  name: "library",
  programs: lines(
    fc.oneof({ weight: 12, arbitrary: tried }, { weight: 1, arbitrary: lua`do ${replaced} end` }),
    12,
  ),
  differences: ["nan-text", "float-text", "addresses", "key-order", "nil-error"],
};
