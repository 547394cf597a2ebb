import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { shortNumber } from "./numbers.ts";
import { either, guarded, lines, lua, one, several } from "./template.ts";

const binary = one(..."+ - * / // % ^ & | ~ << >> .. == ~= < <= > >=".split(" "));
const binaryEvents = "add sub mul div idiv mod pow band bor bxor shl shr concat eq lt le".split(" ");
const unaryEvents = ["unm", "bnot", "len"];

const result = one(
  "1",
  "'r'",
  "nil",
  "false",
  "{}",
  "a",
  "b",
  "1, 2",
  "...",
  "error('in method')",
  "error({})",
  "rawequal(a, b)",
);
const handler = fc.oneof(
  {
    weight: 5,
    arbitrary: lua`function(a, b, ...) print("EVENT", name(a), name(b), select("#", ...)) return ${result} end`,
  },
  { weight: 1, arbitrary: one("1", "'x'", "true", "{}", "print", "callable", "false") },
);
const event = fc
  .tuple(fc.constantFrom(...binaryEvents, ...unaryEvents), handler)
  .map(([name, source]) => `__${name} = ${source.replaceAll("EVENT", name)}`);
const index = fc.oneof(
  {
    weight: 3,
    arbitrary: one(
      "__index = function(t, k) print('index', name(t), k) return k end",
      "__index = function(t, k) return name(t) .. tostring(k) end",
    ),
  },
  {
    weight: 3,
    arbitrary: one(
      "__index = base",
      "__index = {x = 'x of index'}",
      "__index = 'text'",
      "__index = print",
      "__index = 1",
      "__index = callable",
    ),
  },
);
const newindex = one(
  "__newindex = function(t, k, v) print('newindex', name(t), k, name(v)) end",
  "__newindex = base",
  "__newindex = {}",
  "__newindex = 1",
  "__newindex = function(t, k, v) base[k] = v return 1 end",
);
const other = one(
  "__call = function(self, ...) print('call', name(self), select('#', ...)) return ... end",
  "__call = function() return end",
  "__call = callable",
  "__call = 1",
  "__tostring = function(t) return 'text of ' .. names[t] end",
  "__tostring = function(t) return 1 end",
  "__tostring = function(t) error('no text') end",
  "__tostring = 'text'",
  "__name = 'My.Type'",
  "__name = 1",
  "__metatable = 'locked'",
  "__metatable = false",
  "__close = function(v, e) print('close', name(v), e) end",
  "__pairs = function(t) return function(_, k) if not k then return 1, 2 end end, t, nil end",
);
// Stock 5.4 takes __lt for a missing __le.
const fields = several(either(event, event, index, newindex, other), { min: 0, max: 6, by: ",\n  " }).map(
  (text) =>
    text.includes("__lt") && !text.includes("__le =")
      ? `${text},\n  __le = function() return "le" end`
      : text,
);
const object = one("a", "b", "c", "plain");
const scalar = either(shortNumber, one('"s"', '"10"', "nil", "true", "print"));
const operand = fc.oneof({ weight: 4, arbitrary: object }, { weight: 1, arbitrary: scalar });
const key = one("x", "y", "z", "method");
const use = fc.oneof(
  { weight: 6, arbitrary: guarded(lua`${operand} ${binary} ${operand}`) },
  { weight: 2, arbitrary: guarded(lua`${one("-", "~", "#", "not ")}${operand}`) },
  { weight: 2, arbitrary: guarded(lua`${object}.${key}, ${object}[1], ${object}[${operand}]`) },
  {
    weight: 2,
    arbitrary: lua`print(pcall(function() ${object}.${key} = ${operand} ${object}[${scalar}] = 1 end))`,
  },
  { weight: 2, arbitrary: guarded(lua`${object}(${several(scalar, { min: 0, max: 3, by: ", " })})`) },
  { weight: 1, arbitrary: guarded(lua`${object}:${key}(1)`) },
  {
    weight: 1,
    arbitrary: lua`print(pcall(function() for k, v in pairs(${object}) do print(k, name(v)) end end))`,
  },
  {
    weight: 1,
    arbitrary: lua`print(pcall(function() for i, v in ipairs(${object}) do print(i, name(v)) if i > 3 then break end end end))`,
  },
  { weight: 1, arbitrary: guarded(lua`tostring(${object})`) },
  { weight: 1, arbitrary: guarded(lua`getmetatable(${object}) == meta, type(getmetatable(${object}))`) },
  {
    weight: 1,
    arbitrary: guarded(lua`setmetatable(${object}, ${one("nil", "meta", "{}", "1")}) == ${object}`),
  },
  { weight: 1, arbitrary: guarded(lua`#${object}, table.unpack(${object}, 1, 2)`) },
  { weight: 1, arbitrary: lua`print(pcall(table.insert, ${object}, ${one("1", "{}")}))` },
  { weight: 1, arbitrary: lua`print(pcall(function() local x <close> = ${object} return name(x) end))` },
  { weight: 1, arbitrary: lua`if ${operand} == ${operand} then print("equal") else print("different") end` },
  { weight: 1, arbitrary: guarded(lua`${one("math.max", "math.min")}(${operand}, ${operand})`) },
  {
    weight: 1,
    arbitrary: guarded(
      lua`("x"):rep(${one("2", "a", "plain", "nil", "'3'")}), ${operand} .. ${operand} .. ${operand}`,
    ),
  },
);
/** In a loop operations are emitted in another way. */
const looped = lua`for i = 1, 2 do ${use} end`;

const head = `local names = {}
local function name(v) return names[v] or (type(v) == "table" and "table" or type(v) == "function" and "function" or tostring(v)) end
local print = function(...) local t = {...} for i = 1, select("#", ...) do t[i] = name(t[i]) end print(table.unpack(t, 1, select("#", ...))) end
local callable = setmetatable({}, {__call = function(self, a, b) print("callable", a, b) return "called" end})
names[callable] = "callable"
local base = {method = function(self, x) return "method", self, x end, y = "y of base"}
names[base] = "base"
local rawequal = function(a, b) return name(a) == name(b) end`;
const single = lua`${head}
local meta = {${fields}}
local other = {${fields}}
local a, b = setmetatable({}, meta), setmetatable({x = 1, 10, 20}, meta)
local c, plain = setmetatable({}, other), {}
names[a], names[b], names[c], names[plain], names[meta] = "a", "b", "c", "plain", "meta"
${lines(either(use, use, looped), 8)}`;

/** Classes over classes, instances of each, methods by every way of a call. */
const level = one(
  "C = setmetatable({}, {__index = C})",
  "local P = C C = setmetatable({}, {__index = function(_, k) return P[k] end})",
  "C = setmetatable({__index = C}, C)",
);
const method = lua`function C${one(":", ".")}${key}(...) return "${one("p", "q", "r")}", select("#", ...) end`;
const classes = lua`${head}
local C = {method = function(self, n) return n and self:method() or "base method" end, x = "base x"}
${lines(either(level, method, lua`C.${key} = ${one("nil", "1", "print", "C.method")}`), 8)}
C.__index = C
local a = setmetatable({}, C)
names[a], names[C] = "a", "C"
${lines(
  either(
    guarded(lua`a:${key}(${one("", "1", "1, 2")})`),
    guarded(lua`a.${key}, C.${key}`),
    lua`a.${key} = ${one("nil", "1", "function() return 'own' end")}`,
    lua`for i = 1, 2 do ${guarded(lua`a:${key}(i)`)} end`,
    lua`C.${key} = ${one("nil", "1", "function() return 'new' end")}`,
  ),
  8,
)}`;

/** Metamethods of every event, handlers of every type, inheritance chains (META-01, META-02). */
export const metamethods: Generator = {
  name: "metamethod",
  programs: fc.oneof({ weight: 3, arbitrary: single }, { weight: 1, arbitrary: classes }),
  differences: ["addresses", "stack-text", "float-text", "nan-text", "key-order"],
};
