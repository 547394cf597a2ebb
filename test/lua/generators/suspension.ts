import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { either, lines, lua, one, several } from "./template.ts";

/*
 * Programs with `user_input()` sprinkled in wherever a call may wait. `ask(…)` gives back its arguments after it; whether it waits or
 * answers at once must make no difference.
 */
const value = one("1", "2", "'v'", "nil", "true", "3.5", "{}");
const asking = fc.oneof(
  {
    weight: 4,
    arbitrary: one("ask(1)", "ask('x')", "ask(1, 2)", "ask()", "ask(...)", "ask(nil)", "(ask(1, 2))"),
  },
  {
    weight: 3,
    arbitrary: one(
      "user_input()",
      "(user_input())",
      "lib.input()",
      "lib[1]()",
      "lib[key]()",
      "pick()()",
      "obj:wait(1)",
      "obj.wait(1, 2)",
      "_G.user_input()",
      "stored()",
      "obj:inherited(3)",
      "all[2](4)",
      "call(user_input)",
      "call(ask, 5)",
      "maybe(1)",
      "maybe()",
    ),
  },
  {
    weight: 2,
    arbitrary: one(
      "m + 1",
      "1 - m",
      "m .. 'x'",
      "'x' .. m",
      "-m",
      "#m",
      "m()",
      "m(1, 2)",
      "m.field",
      "m[1]",
      "m == n",
      "m ~= n",
      "m < n",
      "m <= n",
      "m > n",
      "m & 1",
      "~m",
      "m // 2",
      "m % 2",
      "m ^ 2",
      "m << 1",
      "(m.a)",
      "tostring(m.b)",
    ),
  },
);
const expression = either(asking, asking, value, one("x", "y", "..."));
const list = several(expression, { min: 0, max: 4, by: ", " });
const { block } = fc.letrec<{ block: string; statement: string }>((tie) => ({
  statement: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    lua`show(${list})`,
    lua`local x, y = ${expression}, ${expression} show(x, y)`,
    lua`x, y = ${expression}, ${expression}`,
    lua`x = ${asking}`,
    lua`${asking.filter((text) => /^[\w.:[\]]+\(.*\)$/.test(text) && !/^(tostring|m\W)/.test(text))}`,
    // A comparison as the key of an upvalue confuses the compiler of 5.4.4.
    lua`do local k = 1 and ${expression} if k ~= nil then t[k] = ${expression} end show(t[1], t[2], t.v) end`,
    lua`m.set = ${expression} m[2] = ${expression}`,
    lua`show(pcall(function(...) ${tie("block")} return ${list} end, ${value}))`,
    lua`show(pcall(function(...) ${tie("block")} error(${one("'boom'", "{}", "'two', 2", "ask('asked')")}) end))`,
    lua`show(xpcall(function(...) ${tie("block")} ${one("error('boom')", "return ask(1)", "local z = nil; return z.x")} end, function(e) return "handled " .. text(e) end, 1))`,
    lua`show(pcall(${one("user_input", "lib.input", "pcall, user_input", "pick()")}))`,
    lua`show(pcall(${one("ask", "obj.wait", "m", "maybe", "pcall, ask", "lib.nothing")}, ${list.map((text) => text || "nil")}))`,
    lua`for i = 1, ${one("2", "3", "ask(2)")} do ${tie("block")} end`,
    lua`for i = ${expression}, 2 do show(i) break end`,
    lua`for k, v in ${one("pairs({1, 2, a = 3})", "ipairs({4, 5})", "each(3)", "each(ask(2))", "waiting, 2", "next, {7, 8}", "pairs(m)")} do show(k, v) ${tie("block")} end`,
    lua`do local n = 0 while n < ${one("2", "ask(2)")} do n = n + 1 ${tie("block")} end end`,
    lua`do local n = 0 repeat n = n + 1 ${tie("block")} until n >= 2 or ${asking} == nil end`,
    lua`if ${expression} ${one("==", "~=")} ${expression} then ${tie("block")} else ${tie("block")} end`,
    lua`if ${asking} and ${asking} then ${tie("block")} end`,
    lua`show(${asking} or ${asking}, not ${asking})`,
    lua`do local c <close> = closing(${value}) ${tie("block")} end`,
    lua`show((function(...) ${tie("block")} return ${list} end)(${list}))`,
    lua`show((function(...) ${tie("block")} return ask(...) end)(${list}))`,
    lua`local f f = function(n, ...) if n == 0 then return ... end ${tie("block")} return f(n - 1, ask(n), ...) end show(f(3))`,
    lua`keep(function(...) ${tie("block")} return x, ask(y) end)`,
    lua`all[#all + 1] = function(...) ${tie("block")} return ... end`,
    lua`obj.wait = function(self, ...) ${tie("block")} return self ~= nil, ${list} end`,
    lua`meta.${one("__add", "__index", "__call", "__eq", "__lt", "__len", "__concat", "__unm", "__newindex")} = function(...) ${tie("block")} return ${list} end`,
    lua`show({${list}}, ({${value}, (ask(2))})[2])`,
    lua`show(select("#", ${list.map((text) => text || "nil")}), (select(-1, ${list.map((text) => text || "nil")})))`,
    lua`do goto skip ${tie("block")} ::skip:: end`,
    lua`do local n = 0 ::top:: n = n + 1 show(${asking}) if n < 2 then goto top end end`,
    lua`show(("x"):rep(2), ("%s"):format(${one("ask('f')", "m.name", "user_input()")}))`,
    lua`show(table.concat({"a", ask("b")}, ","), math.max(1, ask(7)), table.unpack({ask(1, 2)}))`,
    lua`local function g(a, ...) local b = ask(a) return b, ... end show(g(${list}))`,
    // Where nothing can wait, plain callbacks only.
    lua`do local s = {3, ask(1), 2} table.sort(s, function(a, b) return a < b end) show(s[1], s[2], s[3]) end`,
    lua`show((("abc"):gsub("%w", function(c) return c:upper() end)))`,
  ),
  block: several(tie("statement"), { min: 0, max: 3, by: " " }),
}));

const head = `local raw, steps = print, 0
local function text(v) return type(v) == "table" and "table" or type(v) == "function" and "function" or tostring(v) end
local function show(...)
  steps = steps + 1
  if steps > 120 then error("enough", 0) end
  local t = {...}
  for i = 1, select("#", ...) do t[i] = text(t[i]) end
  raw(table.unpack(t, 1, select("#", ...)))
end
local function ask(...) user_input() return ... end
local key, kept = "input", {}
local lib = {input = user_input, user_input}
local function pick() return user_input end
local stored = user_input
local function call(f, ...) return f(...) end
local function maybe(n) if n then return ask(n) end return "plain" end
local all = {print, ask, pick}
local base = {inherited = function(self, ...) user_input() return ... end}
local obj = setmetatable({wait = function(self, ...) return ask(...) end}, {__index = base})
local function count(...) steps = steps + 1 if steps > 120 then error("enough", 0) end return ... end
local meta
meta = {
  __add = function(a, b) user_input() return count(10) end, __sub = function(a, b) return ask(count(11)) end,
  __concat = function(a, b) user_input() return count("joined") end, __unm = function() return ask(12) end,
  __len = function() user_input() return 13 end, __call = function(self, ...) user_input() return ... end,
  __index = function(t, k) user_input() return count(k) end, __newindex = function(t, k, v) user_input() raw("set", text(k), text(v)) end,
  __eq = function(a, b) user_input() return true end, __lt = function(a, b) return ask(true) end, __le = function(a, b) return ask(false) end,
  __band = function() return ask(14) end, __bnot = function() return ask(15) end, __idiv = function() user_input() return 16 end,
  __mod = function() return ask(17) end, __pow = function() return ask(18) end, __shl = function() return ask(19) end,
  __close = function(v, e) user_input() raw("close", text(e)) end,
  __pairs = function(t) user_input() return function(_, k) if not k then return ask(1, 2) end end, t, nil end,
}
local m, n = setmetatable({}, meta), setmetatable({}, meta)
local function closing(v) return setmetatable({v = v}, {__close = function(_, e) user_input() raw("closed", text(e)) end}) end
local function each(n) local i = 0 return function() i = i + 1 user_input() if i <= n then return ask(i, i * i) end end end
local function waiting(limit, i) i = (i or 0) + 1 user_input() if i <= limit then return i, "w" end end
local function keep(f) if #kept < 6 then kept[#kept + 1] = f end end
local x, y, t = 1, 2, {}`;

/** Programs whose suspending calls wait, compared also with themselves where those calls answer at once (SUS-01). */
export const suspension: Generator = {
  name: "suspension",
  programs: lua`${head}
show(pcall(function(...)
${lines(either(block), 3)}
end, 1, 2))
for _, f in ipairs(kept) do show(pcall(f, 8)) end
for i = 2, #all do show(pcall(all[i], 9)) end
show(x, y)`,
  differences: ["addresses", "nil-error", "stack-text", "stack-steps", "output-steps"],
  suspends: true,
};
