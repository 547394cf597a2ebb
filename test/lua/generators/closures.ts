import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { either, lua, one, several } from "./template.ts";

/*
 * Programs over the same few names, so that scopes shadow each other, closures share variables and loops make fresh ones. Every loop ends
 * by its own counter; functions are kept in a list and called at the end.
 */
const name = one("a", "b", "c", "g");
// The variables of a loop cannot be assigned in 5.5.
const loopName = one("i", "j");
const read = either(name, name, loopName);
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    read,
    fc.integer({ min: 0, max: 9 }).map(String),
    lua`(${tie("expression")} ${one("+", "-", "*")} ${tie("expression")})`,
    lua`(${tie("expression")} ${one("<", "==", "~=", "<=")} ${tie("expression")} and ${tie("expression")} or ${tie("expression")})`,
    lua`bump(${read})`,
    lua`(function() ${name} = ${name} + 1 return ${name} end)()`,
    lua`(function(${name}) return ${tie("expression")} end)(${tie("expression")})`,
    lua`num(${tie("expression")})`,
  ),
}));
const keep = (body: fc.Arbitrary<string>) => lua`keep(function() ${body} return a, b, c, g, i, j end)`;
const { block } = fc.letrec<{ block: string; statement: string }>((tie) => ({
  statement: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    lua`${name} = ${expression}`,
    lua`local ${name} = ${expression}`,
    lua`print(a, b, c, g, i, j)`,
    lua`${name}, ${name} = ${expression}, ${expression}`,
    lua`local ${name}, ${name} = ${expression}, ${expression}`,
    keep(lua`${name} = ${expression}`),
    keep(tie("block")),
    lua`do ${tie("block")} end`,
    lua`for ${loopName} = 1, ${fc.integer({ min: 0, max: 4 }).map(String)} do ${tie("block")} end`,
    lua`for ${loopName} = ${expression}, 3 do if over() then break end ${tie("block")} end`,
    lua`for ${loopName}, ${loopName} in ipairs({${several(expression, { max: 3, by: ", " })}}) do ${tie("block")} end`,
    lua`do local n = 0 while n < 3 do n = n + 1 ${tie("block")} end end`,
    lua`do local n = 0 repeat n = n + 1 ${tie("block")} local ${name} = n until n >= 2 or ${expression} == 3 end`,
    lua`do local n = 0 repeat n = n + 1 local a = n keep(function() a = a + 1 return a end) ${one("", "if n == 2 then break end")} until a >= 3 end`,
    lua`if ${expression} ${one("<", "==", ">")} ${expression} then ${tie("block")} ${either(one(""), lua`else ${tie("block")}`, lua`elseif ${name} == 1 then ${tie("block")}`)} end`,
    lua`local function ${name}(${name}) if over() then return 0 end ${tie("block")} return ${expression} end`,
    lua`local function f(n) if n <= 0 then return ${expression} end ${tie("block")} return f(n - 1) end print(num(f(3)))`,
    lua`do local f = function(n) ${tie("block")} return n end print(num(f(${expression}))) end`,
    lua`keep(function() return ${expression} end)`,
    lua`do local fs = {} for i = 1, 3 do fs[i] = function() i2 = i return i + num(${name}) end end keep(fs[1]) keep(fs[3]) end`,
    lua`do local _ENV <const> = setmetatable({a = 5}, {__index = _ENV}) print(a) ${tie("block")} end`,
  ),
  block: several(tie("statement"), { max: 4, by: " " }),
}));

// Names may hold functions too: arithmetic sees numbers only.
const head = `local kept, count = {}, 0
local function over() count = count + 1 return count > 60 end
local meta = {__add = function(x, y) return 1 end, __sub = function() return 2 end, __mul = function() return 3 end, __lt = function() return true end, __le = function() return false end}
local raw = print
local function text(v) return type(v) == "function" and "function" or type(v) == "table" and "table" or tostring(v) end
local function print(...) local t = {...} for i = 1, select("#", ...) do t[i] = text(t[i]) end raw(table.unpack(t, 1, select("#", ...))) end
local function keep(f) if #kept < 12 then kept[#kept + 1] = f end end
local function num(v) return type(v) == "number" and v % 1000 or 0 end
local function bump(v) return num(v) + 1 end
g = 4
local a, b, c = 1, 2, 3`;

/** Closures, scopes, shared and fresh variables, loops of every kind (manual §3.5). */
export const closures: Generator = {
  name: "closure",
  programs: lua`${head}
print(pcall(function()
${several(fc.oneof(block), { max: 3, by: "\n" })}
end))
for i, f in ipairs(kept) do if i < 12 then print(i, pcall(f)) print(pcall(f)) end end
print(a, b, c, g, i, j)`,
  differences: ["addresses", "stack-text", "float-text", "nan-text"],
};
