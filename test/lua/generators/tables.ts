import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { either, lines, lua, one, several } from "./template.ts";

/*
 * Without holes everything of a table is fixed. With holes the border is not (META-04): those programs neither ask for the length nor
 * call what does, but for `#` of tables that are full again.
 */

const index = fc.integer({ min: 1, max: 9 }).map(String);
// At most one key of group (5) of ITER-01: their order is not that of the oracle.
const key = fc.oneof(
  { weight: 5, arbitrary: index },
  { weight: 3, arbitrary: one('"a"', '"b"', '"n"', '"1"', '""', '"\\xff"') },
  {
    weight: 3,
    arbitrary: one(
      "0",
      "-1",
      "1.5",
      "2.0",
      "-0.0",
      "2^53",
      "2^63",
      "math.mininteger",
      "math.maxinteger",
      "1e100",
      "100",
      "true",
      "false",
    ),
  },
);
const value = one("1", "2.5", '"v"', "true", "false", "nil", "nil", "{}");
const some = one("1", "2.5", '"v"', "true", "7");
/** Keys that begin with a text and end with a number. */
const prefix = one('"a"', '"n"', '""');
const ends = one("-1", "0", "1", "2.0");

const write = either(
  lua`t[${key}] = ${value}`,
  lua`t.${one("a", "b", "c", "n")} = ${value}`,
  lua`local k = ${key} t[k] = ${value}`,
  lua`for i = ${ends}, 3 do local k = ${prefix} .. i t[k] = ${value} t[${prefix} .. i * ${one("2", "0.5")}] = ${value} end`,
);
const read = either(
  lua`for i = 3, ${ends}, -1 do print(t[${prefix} .. i], t[${prefix} .. i % 2]) end`,
  lua`print(t[${key}], t.${one("a", "b", "c")}, rawlen)`,
  lua`print(t[1], t[2], t[3], t[4.0], t["a"])`,
);
const walk = one(
  "for k, v in pairs(t) do show(k, v) end",
  "for k, v in next, t do show(k, v) end",
  "for i, v in ipairs(t) do show(i, v) end",
  "local k, v = next(t) while k ~= nil do show(k, v) k, v = next(t, k) end",
  "print(next(t))",
  "print(next(t) == nil)",
);
const clearing = either(
  lua`for k, v in pairs(t) do show(k, v) t[k] = nil end`,
  lua`for k, v in next, t do show(k, v) if v ~= true then t[k] = nil end end`,
  lua`for k, v in pairs(t) do show(k, v) t[${key}] = nil end`,
  lua`for k, v in pairs(t) do show(k, v) if type(k) == "number" then t[k] = k end end`,
);
const assigned = lua`t = {${several(either(some, lua`[${key}] = ${some}`, lua`${one("a", "b", "c")} = ${some}`, one("nil")), { min: 0, max: 7, by: ", " })}}`;
const sparse = lua`local t = {${several(either(some, lua`[${key}] = ${some}`, lua`${one("a", "b", "c")} = ${some}`), { min: 0, max: 6, by: ", " })}}
${lines(either(write, write, read, walk, clearing, assigned), 10)}
${walk}`;

/** Operations of the library on a list that stays full. */
const position = fc.integer({ min: -1, max: 8 }).map(String);
const listStep = either(
  lua`try(table.insert, t, ${some})`,
  lua`try(table.insert, t, ${position}, ${some})`,
  lua`try(table.remove, t)`,
  lua`try(table.remove, t, ${position})`,
  lua`t[#t + 1] = ${some}`,
  lua`if #t > 0 then t[#t] = nil end`,
  lua`print(#t, table.concat(words(t), ","))`,
  lua`try(table.unpack, t, ${position}, ${position})`,
  lua`print(table.unpack(words(t)))`,
  lua`try(table.move, t, ${index}, ${index}, ${index}, {})`,
  lua`t = table.move(t, 1, #t, ${one("1", "2")}, ${one("{1, 2, 3, 4, 5, 6, 7, 8, 9}", "t")})`,
  lua`local p = table.pack(${several(some, { min: 0, max: 4, by: ", " })}) print(p.n, #p, p[1])`,
  lua`print(select("#", table.unpack(t)))`,
  lua`try(table.concat, words(t), "${one("", "-")}", ${position}, ${position})`,
  lua`for i = #t, 1, -1 do if i % 2 == 0 then table.remove(t, i) end end`,
  lua`for i, v in ipairs(t) do show(i, v) if i > 20 then break end end`,
  lua`t = {table.unpack(t)} print(#t)`,
  lua`t = {${some}, table.unpack(t)} print(#t)`,
  lua`for i = 1, 5 do t[#t + 1] = i end`,
  lua`while #t > 3 do t[#t] = nil end`,
);
const list = lua`local t = {${several(some, { min: 0, max: 6, by: ", " })}}
${lines(listStep, 10)}
print(#t) for k, v in pairs(t) do show(k, v) end`;

const head = `local function word(v) return type(v) == "table" and "{}" or tostring(v) end
local function show(k, v) print(word(k), word(v)) end
local function words(t) local r = {} for i, v in ipairs(t) do r[i] = word(v) end return r end
local function try(f, ...) local r = table.pack(pcall(f, ...)) for i = 1, r.n do r[i] = word(r[i]) end print(table.unpack(r, 1, r.n)) end
local rawlen = "-"`;

/** Tables of every shape: holes, deletion while iterating, odd keys, the table library (manual §6.6, ITER-01 to ITER-07). */
export const tables: Generator = {
  name: "table",
  programs: lua`${head}
${either(sparse, list)}`,
  differences: ["key-order", "addresses", "float-text", "remove-argument"],
};
