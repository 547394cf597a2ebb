import { describe, expect, it } from "vitest";
import { runProgram } from "./machine.ts";

/** Functions that call themselves in tail position, by the way in which they find themselves; `suspends` makes them wait once. */
const tails: Readonly<Record<string, string>> = {
  itself: "local function f(n) if n == 0 then return WAIT end return f(n - 1) end return f(N)",
  "each other": `local odd local function even(n) if n == 0 then return WAIT end return odd(n - 1) end
    function odd(n) return even(n - 1) end return even(N)`,
  "a field":
    "local t = {} function t.f(n) if n == 0 then return WAIT end return t.f(n - 1) end return t.f(N)",
  "a computed key": `local t, k = {}, "k" .. 1 t[k] = function(n) if n == 0 then return WAIT end return t[k](n - 1) end return t[k](N)`,
  "a method":
    "local o = {} function o:m(n) if n == 0 then return WAIT end return self:m(n - 1) end return o:m(N)",
  "an inherited method": `local C = {} C.__index = C function C:m(n) if n == 0 then return WAIT end return self:m(n - 1) end
    return setmetatable({}, C):m(N)`,
  "an upvalue": `local f local function make() return function(n) if n == 0 then return WAIT end return f(n - 1) end end
    f = make() return f(N)`,
  __call: `local c = setmetatable({}, {__call = function(self, n) if n == 0 then return WAIT end return self(n - 1) end}) return c(N)`,
  "a global": "function g(n) if n == 0 then return WAIT end return g(n - 1) end return g(N)",
  "a parameter":
    "local function f(f, n) if n == 0 then return WAIT end return f(f, n - 1) end return f(f, N)",
  varargs:
    "local function f(n, ...) if n == 0 then return WAIT end return f(n - 1, ...) end return f(N, 1, nil)",
  "a callback":
    "local function call(f, ...) return f(...) end local function f(n) if n == 0 then return WAIT end return call(f, n - 1) end return f(N)",
};

const source = (text: string, count: number, wait: string) =>
  `local function end_of_chain() ${wait} return "done" end
print(pcall(function() ${text.replaceAll("WAIT", "end_of_chain()").replaceAll("N)", `${count})`).replaceAll("N,", `${count},`)} end))`;

describe("tail calls need no stack (LUA-07)", () => {
  it.each(Object.entries(tails))("through %s, a million", async (_name, text) => {
    expect(await runProgram(source(text, 1_000_000, ""), "later", 10_000_000)).toBe("true\tdone\n");
  });

  it.each(Object.entries(tails))("through %s, where the last one waits", async (_name, text) => {
    expect(await runProgram(source(text, 200_000, "user_input()"), "later", 10_000_000)).toBe("true\tdone\n");
  });
});

const sum = (wait: string) =>
  `local function sum(n) ${wait} if n == 0 then return 0 end return n + sum(n - 1) end`;
const waiting = "if n % 1000 == 0 then user_input() end";

describe("nested calls (LUA-07)", () => {
  it.each([
    ["plain", ""],
    ["suspending", waiting],
  ])("5,000 of them, %s", async (_name, wait) => {
    expect(await runProgram(`${sum(wait)} print(sum(5000))`)).toBe("12502500\n");
  });

  it("5,000 suspending ones that wait at the bottom", async () => {
    const program =
      "local function f(n) if n == 0 then return (user_input()) end return (f(n - 1)) end print(f(5000))";
    expect(await runProgram(program)).toBe("answer\n");
  });
});

/** What recurs without end, each by itself an expression. */
const endless: Readonly<Record<string, string>> = {
  call: "over(1)",
  "sort comparator": "table.sort({3, 1, 2}, function() over(1) end)",
  "sort in a comparator": "sorted()",
  "gsub callback": "(('abc'):gsub('.', function() return over(1) end))",
  "gsub in a callback": "replaced()",
  __tostring: "tostring(m)",
  "__tostring in format": "string.format('%s', m)",
  __index: "n.x",
  __newindex: "assign()",
  __call: "m()",
  __add: "m + 1",
  __concat: "m .. 'x'",
  __eq: "m == m2",
  __lt: "m < m2",
  __le: "m <= m2",
  __len: "#m",
  __unm: "-m",
  iterator: "iterated()",
  "pcall in pcall": "select(2, protected())",
  "xpcall handler":
    "select(2, xpcall(over, function() return over(1) end, 1)) and error('stack overflow', 0)",
  __close: "closed()",
  "many arguments": "spread(1, 2, 3)",
};

const head = (wait: string) => `local function over(n) ${wait} return 1 + over(n + 1) end
local meta = {}
local m, m2, n = setmetatable({}, meta), setmetatable({}, meta), setmetatable({}, {__index = function(t, k) return t[k] .. "" end})
meta.__tostring = function(v) return tostring(v) .. "" end
meta.__newindex = function(t, k, v) t[k] = v end
meta.__call = function(self) return 1 + self() end
meta.__add = function(a, b) return a + b end
meta.__concat = function(a, b) return a .. b end
meta.__eq = function(a, b) return a == b end
meta.__lt = function(a, b) return a < b end
meta.__le = function(a, b) return a <= b end
meta.__len = function(a) return #a end
meta.__unm = function(a) return -a end
local function assign() m.x = 1 end
local function sorted() table.sort({2, 1}, function() sorted() return false end) end
local function replaced() return (("x"):gsub("x", replaced)) end
local function iterated() for x in iterated do return x end end
local function protected() local ok, e = pcall(protected) if not ok then error(e, 0) end return ok, e end
local function closed() local c <close> = setmetatable({}, {__close = closed}) end
local function spread(...) return 1 + spread(1, ...) end
${sum("")}`;

describe("a stack overflow is an error like any other (LUA-07)", () => {
  describe.each([
    ["plain", ""],
    ["suspending", waiting],
  ])("%s", (_name, wait) => {
    // A callback of the library cannot wait.
    const legal = Object.entries(endless).filter(
      ([name]) => wait === "" || !/comparator|callback/.test(name),
    );
    it.each(legal)("%s", async (_what, expression) => {
      const program = `${head(wait)}
local ok, e = pcall(function() return ${expression} end)
print(ok, tostring(e):match("stack overflow"))
print(pcall(sum, 3000))
print(pcall(function() return ("x"):rep(3), tostring(1.5), #{1, 2} end))`;
      expect(await runProgram(program)).toBe("false\tstack overflow\ntrue\t4501500\ntrue\txxx\t1.5\t2\n");
    });
  });

  it("a message handler sees it", async () => {
    const program = `local function over() return 1 + over() end
print(select(2, xpcall(over, function(m) return "handled " .. ("x"):rep(2) .. m:match("stack overflow") end)))`;
    expect(await runProgram(program)).toBe("handled xxstack overflow\n");
  });

  it("uncaught it ends the run", async () => {
    expect(await runProgram("local function f() return 1 + f() end f()")).toMatch(/^error: .*stack overflow/);
  });
});

const repeat = (text: string, count: number, between = ""): string =>
  Array.from({ length: count }, () => text).join(between);

/** Programs of any number of operators that real Lua reads without nesting, and what they print. */
const chains: Readonly<
  Record<string, readonly [program: (n: number) => string, output: (n: number) => string]>
> = {
  sums: [(n) => `local a = 1 print(${repeat("a", n, " + ")})`, (n) => `${n}\n`],
  "sums in a loop": [
    (n) => `local a = 1 for i = 1, 2 do print(${repeat("a", n, " + ")}) end`,
    (n) => `${n}\n${n}\n`,
  ],
  "sums of products": [(n) => `a, b = 2, 1 print(${repeat("a * b - b", n, " + ")})`, (n) => `${n}\n`],
  "sums of floats": [
    (n) =>
      `local a = 0.5 local b = ${repeat("a", n, " + ")} for i = 1, 1 do b = b + ${repeat("0.5", n, " + ")} + ${repeat("a", n, " - ")} print(b) end`,
    (n) => `${n / 2 + n / 2 + 1 - n / 2}.0\n`,
  ],
  "sums of calls that wait": [
    (n) => `local function f() return #user_input() end print(${repeat("f()", n, " + ")})`,
    (n) => `${6 * n}\n`,
  ],
  "and-or": [
    (n) => `local a = 1 print(${repeat("a", n, " and ")}, ${repeat("a and nil", n, " or ")})`,
    () => "1\tnil\n",
  ],
  conditions: [
    (n) =>
      `local a = 1 if ${repeat("a", n, " and ")} then print(1) end while ${repeat("not a", n, " or ")} do end`,
    () => "1\n",
  ],
  calls: [
    (n) => `local k = 0 local function f() k = k + 1 return g end g = f
f${repeat("()", n)} local x = f${repeat("()", n)} print(k, x == f)`,
    (n) => `${2 * n}\ttrue\n`,
  ],
  "calls that wait": [
    (n) => `local k = 0 local function f() k = k + 1 if k % 1000 == 0 then user_input() end return g end g = f
local x = f${repeat("()", n)} print(k, x == f)`,
    (n) => `${n}\ttrue\n`,
  ],
  fields: [
    (n) =>
      `local x = {} x.x = x local y = ${repeat("x", n, ".")} ${repeat("x", n, ".")}.z = 1 print(y == x, x.z)`,
    () => "true\t1\n",
  ],
  indices: [(n) => `local x = {} x[1] = x print(x == x${repeat("[1]", n)})`, () => "true\n"],
  methods: [
    (n) =>
      `local o = { n = 0 } function o:m() self.n = self.n + 1 return self end print(o${repeat(":m()", n)}.n)`,
    (n) => `${n}\n`,
  ],
  alternatives: [
    (n) =>
      `for x = 0, ${n + 1}, ${n} do if x == 0 then print "first" ${Array.from(
        { length: n },
        (_, i) => `elseif x == ${i + 1} then print(x)`,
      ).join(" ")} else print "none" end end`,
    (n) => `first\n${n}\n`,
  ],
  "an error in the last operator": [
    (n) => `local a = 1 print(pcall(function() return ${repeat("a", n, "\n+ ")}\n+ {} end))`,
    (n) =>
      `false\t[string "section \`Main\` prologue"]:${n + 1}: attempt to perform arithmetic on a table value\n`,
  ],
  "an error in the first operator": [
    (n) => `local a = 1 print(pcall(function() return {}${repeat("\n+ a", n)} end))`,
    () => `false\t[string "section \`Main\` prologue"]:2: attempt to perform arithmetic on a table value\n`,
  ],
};

describe("chains of operators have any length", () => {
  it.each(Object.entries(chains))("%s", async (_name, [program, output]) => {
    for (const count of [20, 40, 5000]) expect(await runProgram(program(count))).toBe(output(count));
  });

  it("100,000 operators", async () => {
    const program = `local a = 1 print(${repeat("a", 100_000, "+")})`;
    expect(await runProgram(program)).toBe("100000\n");
  });
});

/** What nests as deep as real Lua allows, with chains in between: a program, and what it prints. */
const nests: Readonly<Record<string, readonly [program: string, output: string]>> = {
  "sums in sums": [
    `local a = 1 print(${repeat(`${repeat("a", 40, " + ")} + (`, 95)}a${repeat(`) + ${repeat("a", 40, " + ")}`, 95)})`,
    `${95 * 80 + 1}\n`,
  ],
  "sums in sums in a loop": [
    `local a = 1 for i = 1, 1 do print(${repeat(`${repeat("a", 40, " + ")} + (`, 95)}a${repeat(`) + ${repeat("a", 40, " + ")}`, 95)}) end`,
    `${95 * 80 + 1}\n`,
  ],
  "calls in calls": [
    `local n = 0 local function f(x) n = n + 1 return x or g end g = f print(${repeat(`f${repeat("()", 8)}(`, 150)}f${repeat(`)${repeat("()", 8)}`, 150)} == f, n)`,
    `true\t${150 * 17}\n`,
  ],
  conditions: [
    `local a = 1 if ${repeat(`${repeat("a", 40, " and ")} and (`, 95)}a${repeat(`) and ${repeat("a", 40, " and ")}`, 95)} then print(2) end`,
    "2\n",
  ],
  functions: [
    `local f = ${repeat("function() return ", 95)}1${repeat(" end", 95)} print(type(f${repeat("()", 94)}), f${repeat("()", 95)})`,
    "function\t1\n",
  ],
  tables: [`local t = ${repeat("{", 190)}${repeat("}", 190)} print(#t${repeat("[1]", 189)})`, "0\n"],
  blocks: [`${repeat("while true do ", 190)}print(1)${repeat(" break end", 190)}`, "1\n"],
};

describe("what nests as deep as real Lua allows runs", () => {
  it.each(Object.entries(nests))("%s", async (_name, [program, output]) => {
    expect(await runProgram(program)).toBe(output);
  });
});
