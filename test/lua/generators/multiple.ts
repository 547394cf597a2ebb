import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { either, lines, lua, one, several } from "./template.ts";

/** What gives none, one or several values. */
const many = fc.oneof(
  {
    weight: 3,
    arbitrary: one("none()", "one(7)", "two()", "three()", "...", "obj:m(1)", "obj:m()", "obj.f(1, 2)"),
  },
  {
    weight: 1,
    arbitrary: one(
      "pack(two())",
      "select(2, three())",
      "select(-1, ...)",
      "pcall(two)",
      "pcall(error, 'e', 0)",
      "id(...)",
      "id(two())",
      "(function(...) return ... end)(three())",
      "table.unpack({1, nil, 3}, 1, 3)",
      "rest(three())",
      "str()",
    ),
  },
);
const single = one(
  "1",
  "nil",
  "'s'",
  "(two())",
  "(...)",
  "(none())",
  "select('#', ...)",
  "x",
  "y",
  "(three())",
  "false",
);
const item = fc.oneof({ weight: 2, arbitrary: many }, { weight: 1, arbitrary: single });
const list = several(item, { min: 0, max: 4, by: ", " });
const filled = several(item, { min: 1, max: 4, by: ", " });
const name = one("x", "y", "t[1]", "t.a", "t[x]", "g", "t[2]");
const names = several(name, { min: 1, max: 4, by: ", " });
const truth = either(many, single);
const expression = either(
  lua`${item} == ${item}`,
  lua`not ${item}`,
  lua`(${item}) and ${many}`,
  lua`${item} or ${many}`,
  lua`one(${item}) .. "-"`,
  lua`{${list}}`,
  lua`select("#", ${filled})`,
  lua`pack(${list}).n`,
  lua`type(${filled})`,
);
const { statement } = fc.letrec<{ statement: string }>((tie) => ({
  statement: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    lua`print(${list})`,
    lua`show(${list})`,
    lua`local x, y = ${filled} show(x, y)`,
    lua`local x, y, z, w = ${filled} show(x, y, z, w)`,
    lua`${names} = ${filled} show(x, y, t[1], t.a, g)`,
    lua`show({${list}}, ({${list}})[1], ({${list}})[3])`,
    lua`show(pcall(function() return ${expression} end))`,
    lua`show(pcall(function(...) ${tie("statement")} return ${list} end, ${filled}))`,
    lua`show((function(a, b, ...) return select("#", ...), a, b, ... end)(${list}))`,
    lua`show((function(...) local a, b = ... return b, a, ... end)(${list}))`,
    lua`for i, v in ipairs({${list}}) do show(i, v) end`,
    lua`for i = 1, 2 do ${tie("statement")} end`,
    lua`if ${truth} then ${tie("statement")} else print("no") end`,
    lua`local f = function(...) ${tie("statement")} return ${list} end show(f(${list}))`,
    lua`t = {${list}} show(next(t) == nil, t[1], t[2])`,
    lua`t = {${list}, a = ${item}, ${filled}} show(t.a, t[1])`,
    lua`obj.h = function(...) return ${list} end show(obj.h(${list}), obj:h(${list}))`,
    lua`local s = 0 for _, n in ipairs{${list}} do if type(n) == "number" then s = s + n end end print(s)`,
    lua`x, y = y, x show(x, y)`,
    lua`do local a <const>, b = ${filled} show(a, b) end`,
    lua`show(("%s %s"):format(${one("two()", "three()", "x, y", "...")}))`,
    lua`show(math.max(1, ${one("one(7)", "7, two()", "(two())", "select('#', ...)")}))`,
  ),
}));

const head = `local function none() end
local function one(a) return a end
local function two() return 1, 2 end
local function three() return "a", nil, "c" end
local function id(...) return ... end
local function rest(a, ...) return ... end
local function str() return ("x"):rep(2), 5 end
local function pack(...) return {n = select("#", ...), ...} end
local function word(v) return type(v) == "table" and "{" .. (v.n or "") .. "}" or type(v) == "function" and "f" or tostring(v) end
local function show(...) local p = pack(...) for i = 1, p.n do p[i] = word(p[i]) end print(p.n, table.unpack(p, 1, p.n)) end
local print = show
local obj = {m = function(self, ...) return self ~= nil, ... end, f = function(a, b) return b, a end}
local x, y, t = 1, 2, {10, 20, 30}`;

/** No, one and several values in every position: arguments, lists, constructors, returns, parentheses (manual §3.4.12). */
export const multiple: Generator = {
  name: "multiple",
  programs: lua`${head}
local function main(...)
${lines(statement, 8)}
end
show(pcall(main${either(one(""), one(", 1", ", nil", ", 1, nil", ", 'a', 'b', 'c'"))}))`,
  differences: ["addresses", "stack-text", "float-text"],
};
