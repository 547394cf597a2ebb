import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { raising } from "./raising.ts";
import { lua, one, several } from "./template.ts";

/*
 * What errors say: the name of the variable, the line of the operator, the position at every level, the name of the function whose argument
 * is bad.
 */

const nothing = one("nil", "true", "{}", "'text'", "1", "1.5", "print");
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
  .tuple(nothing, nothing, nothing, nothing, around, raising, handlers, one("\n", " ", "\n\n"))
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
