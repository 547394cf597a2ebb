import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { either, lua, one, several } from "./template.ts";

const closable = one(
  "new('A')",
  "new('B')",
  "new('C')",
  "new('D')",
  "bad('E')",
  "nil",
  "false",
  "bad2('F')",
  "odd('G')",
);
const exit = one(
  "",
  "return 1, 2",
  "return",
  "error('raised')",
  "error({})",
  "return id(3, 4)",
  "if more() then return 'early' end",
  "local t = nil; t.x = 1",
  "error('level', 2)",
);
const { block } = fc.letrec<{ block: string; statement: string }>((tie) => ({
  statement: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    lua`local x <close> = ${closable}`,
    lua`local y <close> = ${closable}`,
    lua`print("step", more())`,
    lua`do ${tie("block")} end`,
    lua`for i = 1, 2 do ${tie("block")} ${one("", "break", "if i == 1 then goto next end")} ::next:: end`,
    lua`while more() do ${tie("block")} ${one("", "break")} end`,
    lua`repeat ${tie("block")} local z <close> = ${closable} until more() or ${one("true", "error('in until')", "print('until')")}`,
    lua`for k in iterate, nil, nil, ${closable} do print(k) ${tie("block")} ${one("", "error('in loop')")} end`,
    // Lua 5.4.4 does not close the value of the loop when a break leaves a scope with another one.
    lua`for k in iterate, nil, nil, ${closable} do print(k) break end`,
    lua`print(pcall(function() ${tie("block")} ${exit} end))`,
    lua`print(xpcall(function() ${tie("block")} ${exit} end, function(m) print("handler", text(m)) return "handled" end))`,
    lua`(function(...) ${tie("block")} ${exit} end)(1)`,
    lua`print((function(...) ${tie("block")} ${exit} end)(1))`,
    lua`do ${tie("block")} goto out end ::out:: print("out")`,
    lua`do local a = 1 ::again:: local x <close> = ${closable} a = a + 1 if a < 3 and more() then goto again end end`,
    lua`keep(function() ${tie("block")} return x end)`,
  ),
  block: several(tie("statement"), { min: 1, max: 4, by: " " }),
}));

const head = `local steps, kept = 0, {}
local raw = print
local function text(v) return type(v) == "table" and (v.name or "table") or type(v) == "function" and "function" or tostring(v) end
local function print(...) local t = {...} for i = 1, select("#", ...) do t[i] = text(t[i]) end raw(table.unpack(t, 1, select("#", ...))) end
local function more() steps = steps + 1 if steps > 40 then error("enough", 0) end return steps % 3 ~= 0 end
local function new(name) print("open", name) return setmetatable({name = name}, {__close = function(v, e) print("close", v, e) end}) end
local function bad(name) print("open", name) return setmetatable({name = name}, {__close = function(v, e) print("close", v, e) error("from " .. name) end}) end
local function bad2(name) print("open", name) return setmetatable({name = name}, {__close = function(v, e) print("close", v, e) error({name = "object"}, 0) end}) end
local function odd(name) return ({{}, 1, "x", setmetatable({}, {__close = 1})})[steps % 4 + 1] end
local function iterate(_, n) n = (n or 0) + 1 if n < 4 then return n end end
local function id(...) print("id") return ... end
local function keep(f) if #kept < 4 then kept[#kept + 1] = f end end
local x = "outer"`;

/** To-be-closed variables on every way out of a scope (LUA-08). */
export const closing: Generator = {
  name: "close",
  programs: lua`${head}
print(pcall(function() ${either(block)} ${exit}
end))
for _, f in ipairs(kept) do print(pcall(f)) end`,
  differences: ["addresses"],
};
