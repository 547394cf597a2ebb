import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { either, lua, one, several } from "./template.ts";

/*
 * What errors say: the name of the variable, the line of the operator, the position at every level, the name of the function whose argument
 * is bad. Calls stand on one line: 5.4.4 gives a call the line of its first word, 5.5 that of its parenthesis.
 */
const nothing = one("nil", "true", "{}", "'text'", "1", "1.5", "print");
const variable = one(
  "l",
  "u",
  "g",
  "t.f",
  "t.g.h",
  "t[1]",
  "t[l]",
  "t['a b']",
  "(l)",
  "t[2.5]",
  "t[true]",
  "ret()",
  "t:m()",
  "('s')",
  "s",
  "nil",
  "2",
  "k",
  "_ENV.g",
  "t[k]",
  "vararg(...)",
  "(...)",
  "t.f.g",
);
const operator = one(..."+ - * / // % ^ & | ~ << >> .. < <= > >=".split(" "));
const separator = one(" ", " ", " ", "\n", " --[[x\n]] ");
/** Operations over several lines. */
const spread = one(
  "return t\n.x\n.y",
  "return t.g\n.h\n.i",
  "return t\n[\nl\n]\n[\nu\n]",
  "t.g\n.h\n.i =\n1",
  "t\n.x\n.y\n=\n{\n}",
  "l\n.x = 1",
  "l[\n1\n]\n= u",
  "t.a, l.b, u.c =\n1,\n2,\n3",
  "g, l.x =\n1, 2",
  "t[l] =\n1",
  "return {\nl.x,\nu.y\n}",
  "return\nl\n..\nu\n..\ng",
  "return 'a' ..\n'b' .. l ..\n'c'",
  "return (l\n.. u)\n.. g",
  "return -\nl",
  "return #\n(\nu\n)",
  "return 1 +\n2 *\nl",
  "return l\n+\nu",
  "return (l\n+ 1)\n* 2",
  "return l <\nu",
  "return not (\nl\n<=\nu\n)",
  "if l\n<\nu\nthen end",
  "while\nl.x\ndo end",
  "repeat local z\nuntil l\n.x",
  "for i =\n1,\nl.x,\n2 do end",
  "local a,\nb =\nl.x,\nu.y",
  "return l and\nl.x or\nu.x",
  "return l == nil or\nl\n.x",
  "return\nl &\nu",
  "return t.x.y\nand 1",
  "if t.x.y\nor l then end",
  "ret(\nl,\nt.x.y\n)",
  "return vararg(t.x\n.y,\n2)",
  "t:m(\nt.x.y\n)",
  "return {\nt.x.y,\n}",
  "return {\nx =\nt.x.y\n}",
  "return t.x.y\n== 1",
  "return t.x.y\n..\n'x'",
  "return #\nt.x.y\n+ 1",
  "return not\nt.x.y",
  "t[t.x.y\n] = 1",
  "return\n1 //\n0",
);
const bad = fc.oneof(
  { weight: 3, arbitrary: spread },
  { weight: 4, arbitrary: lua`return ${variable}${separator}${operator}${separator}${variable}` },
  { weight: 2, arbitrary: lua`return ${one("-", "#", "~")}${variable}` },
  { weight: 3, arbitrary: lua`return ${variable}.x` },
  {
    weight: 2,
    arbitrary: lua`${one("l", "u", "g", "t.f", "t.g.h", "t[1]", "t[l]", "_ENV.g", "s", "k")}.x = 1`,
  },
  { weight: 2, arbitrary: lua`${one("l", "u", "g", "t.f", "t[1]", "t[k]")}[${variable}] = 1` },
  {
    weight: 1,
    arbitrary: one(
      "t[nil] = 1",
      "t[0/0] = 1",
      "return {[nil] = 1}",
      "return {[0/0] = 1}",
      "t[l][u] = 1",
      "return math.huge // 1 | 1",
      "return 2^53 | 1.5",
      "return l & 1.5",
      "return 1 // 0",
      "return 1 % 0",
      "return 'a' + 1",
      "return {} .. 'x'",
      "return 1 < 'x'",
      "return {} < {}",
      "return nil > 1",
    ),
  },
  {
    weight: 3,
    arbitrary: lua`${one("l", "u", "g", "t.f", "t.g.h", "t[1]", "t[l]", "t:nomethod", "s:nomethod", "_ENV.nofunction", "(l)", "t.f.g", "ret()", "k", "('x')", "string.nothing", "math.pi", "t.m.n")}()`,
  },
  { weight: 1, arbitrary: lua`return ${one("l", "u", "g", "t.f", "t:nomethod")}(1, ${variable}.y)` },
  { weight: 1, arbitrary: lua`for i = ${variable}, 2 do end` },
  { weight: 1, arbitrary: lua`for i = 1, ${variable}, ${one("0", "1", "nil", "{}")} do end` },
  { weight: 1, arbitrary: lua`for k, v in ${variable} do break end` },
  { weight: 1, arbitrary: lua`local x <close> = ${variable}` },
  {
    weight: 2,
    arbitrary: lua`error(${one("'message'", "l", "{}", "nil or 'x'", "42", "2.5", "true", "setmetatable({}, {__tostring = function() return 'object' end})")}${one("", "", ", 0", ", 1", ", 2", ", 3", ", '2'", ", 1.0")})`,
  },
  {
    weight: 1,
    arbitrary: lua`assert(${one("nil", "false", "nil, 'text'", "false, {}", "nil, 5", "l, 'more', 1", "1 == 2, l")})`,
  },
);
/** A bad argument of a library function, called by each kind of name. */
const call = one(
  "string.rep()",
  "('x'):rep({})",
  "s.rep()",
  "s:rep('x')",
  "s:rep(1.5)",
  "('x'):bad()",
  "string.char(256)",
  "string.char('x')",
  "s:format()",
  "string.format('%d', 'x')",
  "string.format('%d', 1.5)",
  "('%y'):format(1)",
  "s:sub()",
  "s:sub({})",
  "s:find()",
  "s:find(nil)",
  "s:gsub('a')",
  "s:gsub('a', true)",
  "s:gsub('(', '')",
  "s:gsub('a', '%2')",
  "s:match('[')",
  "s:byte({})",
  "s:gmatch()",
  "string.len()",
  "string.upper(nil)",
  "string.reverse({})",
  "table.concat({}, {})",
  "table.concat({{}})",
  "table.concat({1, 2}, ',', 1, 3)",
  "table.insert()",
  "table.insert(1, 2)",
  "table.insert({}, 5, 1)",
  "table.insert({}, 1, 2, 3)",
  "table.insert({})",
  "table.unpack()",
  "table.unpack({}, 1, 1e8)",
  "table.remove({}, 5)",
  "table.sort()",
  "table.sort({3, 2, 1}, 1)",
  "table.sort({1, 'x'})",
  "table.move({}, 1)",
  "table.move(1, 1, 1, 1)",
  "math.floor()",
  "math.floor('x')",
  "math.floor({})",
  "math.max()",
  "math.max(1, 'x')",
  "math.fmod(1, 0)",
  "math.fmod(1)",
  "math.random(0, -1)",
  "math.random(1, 2, 3)",
  "math.tointeger()",
  "math.abs()",
  "math.type()",
  "math.ult(1.5, 2)",
  "math.sqrt('x')",
  "math.log()",
  "math.ldexp(1)",
  "select()",
  "select(0)",
  "select(-5, 1)",
  "select('x')",
  "tonumber()",
  "tonumber('z', 99)",
  "tonumber(1, 10)",
  "tonumber({}, 10)",
  "type()",
  "ipairs()",
  "ipairs(nil)",
  "setmetatable()",
  "setmetatable({})",
  "setmetatable({}, 1)",
  "setmetatable(1, {})",
  "getmetatable()",
  "pcall()",
  "xpcall()",
  "xpcall(print)",
  "assert()",
  "error()".replace("error()", "error({})"),
  "getmetatable('').__index.rep()",
  "l.x.y",
  "t.m(1, 2)",
  "t:m(1)",
  "string.pack('i17', 1)",
  "string.pack('i', 'x')",
  "string.unpack('i', '')",
  "string.packsize('s')",
  "tostring(setmetatable({}, {__tostring = 1}))",
  "tostring(setmetatable({}, {__tostring = function() return 1 end}))",
  "lib.rep()",
  "lib.f.rep({})",
  "rep()",
  "rep({}, 1)",
  "t.rep('x')",
  "t:rep()",
  "t:rep({})",
  "g2()",
);
const bodies = fc.oneof(
  { weight: 4, arbitrary: bad },
  { weight: 4, arbitrary: either(lua`return ${call}`, lua`local r = ${call}`) },
);

/** Who calls the erring function: what stands between it and the `pcall`. */
const around = fc.oneof(
  { weight: 6, arbitrary: one("BODY") },
  {
    weight: 4,
    arbitrary: one(
      "local function inner(...) BODY end inner()",
      "local function inner(...) BODY end return inner()",
      "local function inner(...) BODY end return (inner())",
      "local o = setmetatable({}, {__index = function(...) BODY end}) return o.x",
      "local o = setmetatable({}, {__newindex = function(...) BODY end}) o.x = 1",
      "local o = setmetatable({}, {__add = function(...) BODY end}) return o + 1",
      "local o = setmetatable({}, {__call = function(...) BODY end}) o(1)",
      "local o = setmetatable({}, {__concat = function(...) BODY end}) return 'x' .. o",
      "local o = setmetatable({}, {__eq = function(...) BODY end}) return o == setmetatable({}, getmetatable(o))",
      "local o = setmetatable({}, {__lt = function(...) BODY end}) return o < o",
      "local o = setmetatable({}, {__len = function(...) BODY end}) return #o",
      "local o = setmetatable({}, {__unm = function(...) BODY end}) return -o",
      "local o = setmetatable({}, {__tostring = function(...) BODY end}) return tostring(o)",
      "local o = setmetatable({}, {__tostring = function(...) BODY end}) return string.format('%s', o)",
      "for x in function(...) BODY end do break end",
      "for x in function(...) BODY end, 1 do break end",
      "table.sort({3, 2, 1}, function(...) BODY end)",
      "return ('abc'):gsub('%w', function(...) BODY end)",
      "local x <close> = setmetatable({}, {__close = function(...) BODY end})",
      "local x <close> = setmetatable({}, {__close = function(...) BODY end}) error('first')",
      "local x <close> = setmetatable({}, {__close = function() end}) BODY",
      "return pcall(function(...) BODY end)",
      "return xpcall(function(...) BODY end, function(m) return 'handled ' .. tostring(m) end)",
      "return select(2, pcall(function(...) BODY end))",
      "if l == nil then BODY end",
      "for i = 1, 2 do BODY end",
      "while true do BODY end",
      "repeat local z = 1 BODY until true",
      "local a, b = 1, (function(...) BODY end)()",
      "return {(function(...) BODY end)()}",
      "local function level(...) BODY end local function outer() level() end outer()",
      "return (function(...) return (function(...) BODY end)(...) end)()",
      "return table.concat(setmetatable({}, {__index = function(...) BODY end, __len = function() return 1 end}))",
      "for i, v in ipairs(setmetatable({}, {__index = function(...) BODY end})) do end",
      "return table.unpack(setmetatable({}, {__index = function(...) BODY end}), 1, 2)",
    ),
  },
);
const handlers = one(
  "print(describe(pcall(f)))",
  "print(describe(xpcall(f, function(m) return 'handler: ' .. describe(m) end)))",
  "print(describe(pcall(pcall, f)))",
  "local co = function() f() end print(describe(pcall(co)))",
  "print(describe(pcall(function() return f() end)))",
  "print(describe(pcall(function() f() end)))",
  "print(describe(xpcall(f, tostring)))",
);
const statement = fc
  .tuple(nothing, nothing, nothing, nothing, around, bodies, handlers, one("\n", " ", "\n\n"))
  .map(([local, upvalue, global, field, wrapper, body, handler, gap]) => {
    const call = body.endsWith("end") || body.startsWith("return") || body.startsWith("error") ? body : body;
    // A block may go on after the erring statement, but not after a return.
    const inner = wrapper.replace("BODY", () => `do ${call} end`);
    return `do
  local u, k <const> = ${upvalue}, ${field}
  g = ${global}
  local t = {f = ${field}, 10, m = function(self, x) return x.y end, g = {}, rep = string.rep}
  local f = function(...)
    local l, s = ${local}, "subject"${gap}${inner}
  end
  ${handler}
end`;
  });

/** The same bodies in pcall directly, through library functions as values. */
const direct = lua`print(describe(pcall(${one("error", "string.rep", "math.floor", "setmetatable", "select", "tonumber", "string.char", "ipairs", "table.insert", "lib.f.rep", "type", "assert", "string.format", "table.sort", "math.random", "string.gsub")}${several(lua`, ${nothing}`, { min: 0, max: 3 })})))`;

/** Error values and texts: names of variables, functions and arguments, positions at every level. */
export const errors: Generator = {
  name: "error",
  programs: lua`local function describe(...)
  local all = {...}
  for i = 1, select("#", ...) do all[i] = type(all[i]) == "string" and all[i] or type(all[i]) == "table" and "<table>" or type(all[i]) end
  return table.concat(all, " | ")
end
local lib = {f = string, rep = string.rep}
local rep = string.rep
local function ret() return nil end
local function vararg(...) return ... end
g2 = string.rep
${several(fc.oneof({ weight: 5, arbitrary: statement }, { weight: 1, arbitrary: direct }), { max: 3, by: "\n" })}`,
  differences: ["addresses", "stack-text", "nan-text", "nil-error", "remove-argument"],
};
