import { describe, expect, it } from "vitest";
import { runWith } from "./machine.ts";

const CANCELLED = { status: "cancelled" };

/** Functions of which each does something twice with the one before it: the last does it 2^40 times, without a loop and without recursion. */
const doubled = (first: string, next: (name: string, before: string) => string, last: string) =>
  [first, ...Array.from({ length: 40 }, (_, i) => next(`f${i + 1}`, `f${i}`)), last].join(" ");

/** Loops of every shape that never end, or would take ages. */
const loops: Readonly<Record<string, string>> = {
  while: "while true do end",
  "while with a body": "local n = 0 while true do n = n + 1 if n > 10 then n = 0 end end",
  repeat: "repeat until false",
  "numeric for": "for i = 1, math.maxinteger do end",
  "numeric for, down": "for i = math.maxinteger, math.mininteger, -1 do end",
  "float for": "for x = 1, math.huge do end",
  "for over an endless iterator": "for k in function() return 1 end do end",
  "next over a growing table": "local t, i = {}, 0 while true do i = i + 1 t['k' .. i] = i next(t) end",
  "a call of a function that loops":
    "local function work() for i = 1, 30000 do end end while true do work() end",
  goto: "::again:: goto again",
  "goto continue": "while true do do goto continue end ::continue:: end",
  recursion: "local function f() pcall(f) return f() end f()",
  "tail call": "local function f() return f() end f()",
  "mutual tail calls": "local g local function f() return g() end function g() return f() end f()",
  "tail call of a method": "local o = {} function o:m() return self:m() end o:m()",
  "tail call through __call": "local c = setmetatable({}, {__call = function(self) return self() end}) c()",
  "recursive __index":
    "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return pcall(function() return t[k] end) and t[k] end while true do pcall(function() return t.x end) end",
  "recursive __add":
    "local m = {} m.__add = function(a, b) return b + a end local t = setmetatable({}, m) while true do pcall(function() return t + t end) end",
  "exponential pattern": "local s = ('a'):rep(40) while true do s:match(('a?'):rep(40) .. ('a'):rep(40)) end",
  "pattern with many repetitions": "local s = ('a'):rep(300) while true do s:match('a*a*a*a*a*a*b') end",
  "quadratic pattern": "local s = ('a'):rep(5000) while true do s:find('a*b') end",
  "back reference": "local s = ('a'):rep(20000) while true do s:match('(.*)%1b') end",
  balance: "local s = ('('):rep(20000) while true do s:match('%b()') end",
  gsub: "local s = ('a'):rep(1000) while true do s:gsub('a', '%0%0') end",
  "gsub callback": "('a'):gsub('a', function() while true do end end)",
  gmatch: "while true do for w in ('a b c'):gmatch('%a') do end end",
  rep: "while true do local s = ('x'):rep(10000000) end",
  concatenation: "local s = ('x'):rep(1000) while true do local t = s .. s .. s end",
  "table.concat": "local t = {} for i = 1, 1000 do t[i] = 'x' end while true do table.concat(t, ',') end",
  "table.concat without end":
    "while true do pcall(table.concat, setmetatable({}, {__index = function() return '' end}), '', 1, math.maxinteger) end",
  "string.format": "while true do string.format('%99.99f', 1e308) end",
  "many conversions":
    "local f, v = ('%99.99f'):rep(100), {} for i = 1, 100 do v[i] = 1e300 end while true do f:format(table.unpack(v)) end",
  sort: "local t = {} for i = 1, 1000 do t[i] = i end while true do table.sort(t, function(a, b) return a > b end) end",
  "sort comparator": "table.sort({1, 2, 3}, function() while true do end end)",
  "sort comparator of many turns":
    "while true do table.sort({2, 1}, function() for i = 1, 30000 do end return false end) end",
  "lists of any length":
    "local t = setmetatable({}, {__len = function() return 2^53 | 0 end, __index = function() return 1 end, __newindex = function() end}) while true do pcall(table.insert, t, 1, 1) pcall(table.remove, t, 1) pcall(table.sort, t) end",
  "table.move": "while true do table.move({}, 1, 2^53 | 0, 2) end",
  "calls that double": doubled(
    "local function f0() end",
    (f, g) => `local function ${f}() ${g}() ${g}() end`,
    "f40()",
  ),
  "calls of globals that double": doubled(
    "function f0() end",
    (f, g) => `function ${f}() ${g}() ${g}() end`,
    "f40()",
  ),
  "values that double": doubled(
    "local function f0() return 1 end",
    (f, g) => `local function ${f}() return ${g}() + ${g}() end`,
    "f40()",
  ),
  "arguments that double": doubled(
    "local function f0(...) return ... end",
    (f, g) => `local function ${f}(...) ${g}(...) return ${g}(...) end`,
    "f40(1, 2)",
  ),
  "metamethods that double": doubled(
    "local f0 = {x = 1}",
    (f, g) => `local ${f} = setmetatable({}, {__index = function() return ${g}.x, ${g}.x end})`,
    "f40.y = f40.x",
  ),
  "texts that double": doubled(
    "local f0 = setmetatable({}, {__tostring = function() return 'x' end})",
    (f, g) =>
      `local ${f} = setmetatable({}, {__tostring = function() tostring(${g}) return tostring(${g}) end})`,
    "tostring(f40)",
  ),
  "lengths that double": doubled(
    "local f0 = setmetatable({}, {__len = function() return 1 end})",
    (f, g) =>
      `local ${f} = setmetatable({}, {__len = function() table.unpack(${g}) table.unpack(${g}) return 1 end})`,
    "table.unpack(f40)",
  ),
  "comparisons that double": doubled(
    "local m = {} local f0 = setmetatable({}, m)",
    (f, g) => `local ${f} = setmetatable({before = ${g}}, m)`,
    `m.__lt = function(a, b) if not a.before then return false end
      math.max(a.before, b.before) return math.max(a.before, b.before) == b.before end math.max(f40, f40)`,
  ),
  "a tail call with many arguments": "local function f(...) return f(...) end f(table.unpack({}, 1, 50000))",
  __close: "while true do local c <close> = setmetatable({}, {__close = function() end}) end",
  "in __close": "do local c <close> = setmetatable({}, {__close = function() while true do end end}) end",
  "in __tostring": "tostring(setmetatable({}, {__tostring = function() while true do end end}))",
  errors: "while true do pcall(error, 'x') end",
  "in a message handler": "xpcall(error, function() while true do end end)",
  "after a caught error": "pcall(function() while true do end end) while true do end",
};

describe("an endless loop is stopped (CAN-01, CAN-01a)", () => {
  it.each(Object.entries(loops))("%s, by limits.luaSteps", async (_name, source) => {
    expect((await runWith(source, { limits: { luaSteps: 300_000 } })).outcome).toEqual(CANCELLED);
  });

  it.each(Object.entries(loops))("%s, by timeoutMs", async (_name, source) => {
    expect((await runWith(source, { timeoutMs: 20 })).outcome).toEqual(CANCELLED);
  });

  it.each(Object.entries(loops))("%s in a function of its own, by timeoutMs", async (_name, source) => {
    const { outcome } = await runWith(`local function f() ${source} end f()`, { timeoutMs: 20 });
    expect(outcome).toEqual(CANCELLED);
  });

  /** Where nothing of the library or of a function that cannot wait holds the loop. */
  const inBlocks = [
    "while",
    "while with a body",
    "repeat",
    "numeric for",
    "numeric for, down",
    "float for",
    "goto",
    "goto continue",
    "a call of a function that loops",
    "sort comparator of many turns",
    "rep",
    "concatenation",
    "string.format",
    "errors",
  ];
  it.each(inBlocks)("%s in a block, by a signal in the middle of it", async (name) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 50);
    expect((await runWith(loops[name]!, { signal: abort.signal })).outcome).toEqual(CANCELLED);
  });

  it.each(inBlocks)("%s in a function that may wait, by a signal in the middle of it", async (name) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 50);
    const source = `local function f(n) if n then user_input() end ${loops[name]} end f(true)`;
    expect((await runWith(source, { signal: abort.signal })).outcome).toEqual(CANCELLED);
  });
});

/** A million bytes or elements, and what looks at all of them in one call. */
const texts = `local s, other, digits = ('x'):rep(2^20), ('x'):rep(2^20 - 1) .. 'y', ('1'):rep(2^20)
local equal = ('x'):rep(2^20 - 1) .. 'x'
local keyed = {[s] = 1, y = 2}
local heir = setmetatable({}, {__index = keyed})`;
const calls: Readonly<Record<string, string>> = {
  tonumber: "tonumber(digits)",
  "tonumber of no number": "tonumber(s)",
  "tonumber with a base": "tonumber(digits, 10)",
  "tonumber, hexadecimal": "tonumber('0x' .. digits)",
  "string.byte": "s:byte(1, 900000)",
  "string.find": "s:find('y', 1, true)",
  "string.find of a long text": "s:find(('x'):rep(5000) .. 'y', 1, true)",
  "string.find with a pattern": "s:find('y')",
  "string.match": "s:match('^x*$')",
  "string.gmatch": "s:gmatch('y')()",
  "string.gsub": "s:gsub('y', '')",
  "a long pattern": "('y'):find(s)",
  "a long pattern with magic": "pcall(string.find, 'y', s .. '*')",
  "a long replacement": "('y'):gsub('y', s)",
  "string.format %q": "string.format('%q', s)",
  "string.format %s": "string.format('%.3s', s)",
  "string.format %p": "string.format('%p', s)",
  "a long template": "string.format(s)",
  "a template of conversions": "pcall(string.format, ('%d'):rep(10000), 1)",
  "string.lower": "s:lower()",
  "string.upper": "s:upper()",
  "string.reverse": "s:reverse()",
  "string.rep": "s:rep(2)",
  "string.sub": "s:sub(2)",
  "string.pack": "string.pack('z', s)",
  "string.pack with a long format": "string.pack((' '):rep(2^20))",
  "string.packsize": "string.packsize((' '):rep(2^20))",
  "string.unpack": "pcall(string.unpack, 'z', s)",
  "string.unpack with a long format": "string.unpack((' '):rep(2^20), '')",
  "..": "s .. 'y'",
  "==": "s == other",
  "== of equal texts": "s == equal",
  "~= of equal texts": "s ~= equal",
  "a key that is read": "keyed[equal]",
  "a key that is inherited": "heir[equal]",
  "<": "s < other",
  "<=": "s <= other",
  "table.unpack": "table.unpack({}, 1, 900000)",
  untrusted: "untrusted(s)",
  "untrusted with tags": "untrusted((s:gsub('.', '<')))",
  log: "pcall(log, s)",
};
const statements: Readonly<Record<string, string>> = {
  "a key that is written": "keyed[equal] = 2",
  "a key that is written to another table": "setmetatable({}, {__newindex = keyed})[equal] = 2",
  "a key of a constructor": "local t = {[s] = 1, [equal] = 2}",
  "a key of next": "next(keyed, equal)",
  "a key of pairs": "for k in pairs(keyed) do end",
  "store.write": "store.write('a', s)",
  "store.read": "store.write('a', s) store.read('a')",
  "store.read of lines": "store.write('a', (s:gsub('..', 'x\\n'))) store.read('a', 1)",
  "store.read_numbered": "store.write('a', (s:gsub('..', 'x\\n'))) store.read_numbered('a')",
  "store.str_replace": "store.write('a', s) pcall(store.str_replace, 'a', 'y', 'z')",
  "store.exists": "pcall(store.exists, s)",
  "store.glob": "pcall(store.glob, s)",
};

describe("one call on a huge argument spends fuel for it (CAN-01a)", () => {
  it.each([
    ...Object.entries(calls).map(([name, call]) => [name, `local a = ${call}`] as const),
    ...Object.entries(statements),
  ])("%s", async (_name, call) => {
    const source = `${texts} while true do ${call} print(1) end`;
    const { outcome, output } = await runWith(source, { limits: { luaSteps: 1_000_000 } });
    expect(outcome).toEqual(CANCELLED);
    // Fewer turns than that: more than 2,000 units each.
    expect(output.length / 2).toBeLessThan(500);
  });
});

describe("many values at once spend fuel (CAN-01a)", () => {
  const uses: Readonly<Record<string, string>> = {
    "a call": "g(...)",
    "a call of a function of few parameters": "h(...)",
    "a protected call": "pcall(g, ...)",
    "a list": "local t = {...}",
    "a list with fields": "local t = {x = 1, ...}",
    "table.pack": "table.pack(...)",
    select: "g(select(2, ...))",
    "one of them": "local a = select(2, ...)",
    "math.max": "math.max(...)",
    "string.char": "string.char(...)",
    "a named vararg": "named(...)",
    "returned values": "local a = more(...)",
  };
  it.each(Object.entries(uses))("%s", async (_name, use) => {
    const source = `local function g(...) end
local function h(a, b) return a end
local function more(...) return 1, ... end
local function named(...t) end
local function f(...) while true do ${use} print(1) end end
f((('x'):rep(20000)):byte(1, -1))`;
    const { outcome, output } = await runWith(source, { limits: { luaSteps: 200_000 } });
    expect(outcome).toEqual(CANCELLED);
    expect(output.length / 2).toBeLessThan(100);
  });
});

describe("a loop spends fuel for all that stands in it (CAN-01a)", () => {
  it.each([
    ["statements", "x = x + 1 ", 2000],
    ["calls", "f() ", 2000],
  ])("%s", async (_name, statement, count) => {
    const source = `local x = 0 local function f() x = x + 1 end
while true do ${statement.repeat(count)} print(1) end`;
    const { output } = await runWith(source, { limits: { luaSteps: 10_000 } });
    expect(output.length / 2).toBeLessThan(500);
  });
});

describe("memory (LIM-02a, LMT-22)", () => {
  const bombs: Readonly<Record<string, string>> = {
    "string.rep": "('x'):rep(1e8)",
    "a doubled string": "local s = 'x' while true do s = s .. s end",
    "table.concat": "local t, s = {}, ('x'):rep(2^20) for i = 1, 100 do t[i] = s end table.concat(t)",
    "table.concat with separators":
      "local t = {} for i = 1, 1000 do t[i] = '' end table.concat(t, ('x'):rep(2^20))",
    gsub: "local s = ('x'):rep(1000) s:gsub('x', ('y'):rep(2^20))",
    "string.format": "local s = ('x'):rep(4e7) string.format('%s%s', s, s)",
    "string.format %q": "string.format('%q', ('\\0'):rep(4e7))",
    "a list of strings": "local t = {} while true do t[#t + 1] = ('x'):rep(16384) .. #t end",
    "a list of numbers": "local t = {} while true do t[#t + 1] = 1 end",
    "string keys": "local t, i = {}, 0 while true do i = i + 1 t['k' .. i] = i end",
    globals: "local i = 0 while true do i = i + 1 _G['k' .. i] = ('x'):rep(16384) .. i end",
    "a long pattern": "('x'):find(('x?'):rep(1e6))",
    untrusted: "untrusted(('<'):rep(4e7))",
    "store.read": "local s = ('x'):rep(4e7) store.append('a', s) store.append('a', s) store.read('a')",
    "store.read of lines":
      "local s = ('x'):rep(4e7) store.append('a', s) store.append('a', s) store.read('a', 1)",
    "store.read_numbered": "store.write('a', ('\\n'):rep(1e7)) store.read_numbered('a')",
    "a list in var": "local t = {} for i = 1, 40 do t = {t, t} end var.x = t",
    "a record in var": "local t = {x = 1} for i = 1, 40 do t = {a = t, b = t} end var.x = t",
    "var in itself": "var.x = {1} for i = 1, 60 do var.x = {var.x, var.x} end",
    "strings in var": "local s = ('x'):rep(1e7) var.x = {s, s, s, s, s, s, s}",
  };
  it.each(Object.entries(bombs))("%s is refused", async (_name, source) => {
    const { outcome } = await runWith(source, {});
    expect(outcome).toMatchObject({ status: "failed", error: { kind: "Lua" } });
    expect((outcome as { error: Error }).error.message).toContain("not enough memory");
  });

  it("an answer of the operator, and the argument string", async () => {
    const limits = { luaMemoryBytes: 1000 };
    const userInput = () => ({ text: "x".repeat(1001) });
    const { outcome } = await runWith("local a = user_input()", { limits, userInput });
    expect(outcome).toMatchObject({ status: "failed", error: { kind: "Lua", message: "not enough memory" } });
  });

  it("a loop that makes only garbage goes on", async () => {
    const source = `local s, t, total = ('x'):rep(1000), nil, 0
for i = 1, 20000 do t = {s .. i, s:upper() .. i} total = total + #t[1] end
for i = 1, 200 do local big = ('x'):rep(1000000) .. i total = total + #big end
print(total)`;
    const { outcome, output } = await runWith(source, {});
    expect(outcome.status).not.toBe("cancelled");
    expect(output).toBe("220089386\n");
  });

  it("data that is reached several times is what it is", async () => {
    const source = `local t = {x = {1, 2}} var.a = {t, t, {t}} var.b = {var.a, var.a[1]}
var.a[1].x[1] = 5
print(var.a[1].x[1], var.a[2].x[1], var.a[3][1].x[2], var.b[1][1].x[1], var.b[2].x[1])`;
    expect((await runWith(source, {})).output).toBe(
      "5\\t1\\t2\\t1\\t1\\n".replaceAll("\\t", "\t").replaceAll("\\n", "\n"),
    );
  });
});
