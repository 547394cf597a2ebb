import { describe, expect, it } from "vitest";
import { runProgram } from "./machine.ts";

/** Locals that begin as integers and hold floats then, used where the kind of number shows and where it does not (NUM-01, Lua 5.5 manual §3.4.1). */
const programs: Readonly<Record<string, readonly [source: string, output: string]>> = {
  "an orbit that begins at 0": [
    "local x, y, n = 0, 0, 0 while x * x + y * y <= 4 and n < 50 do x, y = x * x - y * y - 0.75, 2 * x * y + 0.25 n = n + 1 end print(n, x / 1 < 9, y / 1 < 9)",
    "13\ttrue\ttrue",
  ],
  "an orbit below a bound of its own": [
    "local limit, x, n = 4, 0, 0 while x * x < limit and n < 9 do x = x * x + 0.5 n = n + 1 end print(n, limit)",
    "5\t4",
  ],
  "shown by print": ["local x = 0 for i = 1, 2 do print(x) x = x + 0.5 end print(x)", "0\n0.5\n1.0"],
  "shown by a result": [
    "local function f(n) local s = 0 for i = 1, n do s = s + i / 2 end return s end print(f(0), f(1), f(3))",
    "0\t0.5\t3.0",
  ],
  "shown by a table": [
    "local t, x = {}, 1 for i = 1, 2 do t[i] = x x = x * 2.0 end print(t[1], t[2])",
    "1\t2.0",
  ],
  "shown by concatenation": [
    'local s, x = "", 0 for i = 1, 2 do s = s .. x .. " " x = x + 1.0 end print(s)',
    "0 1.0 ",
  ],
  "shown by an argument": ["local x = 0 for i = 1, 2 do print(math.type(x)) x = x / 2 end", "integer\nfloat"],
  "shown by a closure": [
    "local x = 0 local function f() return x end for i = 1, 2 do print(f()) x = x + 1.5 end",
    "0\n1.5",
  ],
  "shown by another local": ["local x, y = 0, 0.5 for i = 1, 2 do y = x x = x + 0.5 print(y) end", "0\n0.5"],
  "shown by floor division and remainder": [
    "local x = 7 for i = 1, 2 do print(x // 2, x % 4) x = x + 0.0 end",
    "3\t3\n3.0\t3.0",
  ],
  "shown by the sign of zero": [
    "local x = 0 for i = 1, 2 do print(1 / -x, 1 / (x * -1), 1 / ((x - 3) * x), 1 / (x * 3)) x = x * 1.0 end",
    "inf\tinf\tinf\tinf\n-inf\t-inf\t-inf\tinf",
  ],
  "shown by the sign of a product of zero": [
    "local x = 0 for i = 1, 2 do print(1 / ((x - 3) * x)) x = x * 1.0 end",
    "inf\n-inf",
  ],
  "shown by the sign of a product of a negative integer and zero": [
    "local x = 0xffffffffffffffff for i = 1, 2 do print(1 / (x * 0)) x = x * 1.0 end",
    "inf\n-inf",
  ],
  "shown by a product that wraps around": [
    "local x = 9007199254740991 for i = 1, 2 do print(x * x / 1) x = x * 1.0 end",
    "-18014398509481984.0\n8.1129638414606664e+31",
  ],
  "shown by what wraps around": [
    "local x, k = 3, math.maxinteger for i = 1, 2 do print(x * k / 1) x = x + 0.0 end",
    "9.2233720368547758e+18\n2.7670116110564327e+19",
  ],
  "shown by a product of many": [
    "local x = 1000 for i = 1, 2 do print(x * x * x * x * x * x * x / 1) x = x + 0.0 end",
    "3.8758200196842127e+18\n1e+21",
  ],
  "shown to a metamethod of an order": [
    "local t = setmetatable({}, { __lt = function(a, b) print(a, b == nil) return true end }) local x = 0 for i = 1, 2 do local _ = x < t x = x + 0.5 end",
    "0\tfalse\n0.5\tfalse",
  ],
  "shown to a metamethod of arithmetic": [
    "local t = setmetatable({}, { __div = function(a) print(a) return 1 end }) local x = 0 for i = 1, 2 do local _ = x / t x = x + 0.5 end",
    "0\n0.5",
  ],
  "shown to a metamethod of powers": [
    "local t = setmetatable({}, { __pow = function(a, b) print(math.type(a) or math.type(b)) return 1 end }) local x = 0 for i = 1, 2 do local _ = x ^ t _ = t ^ x x = x + 0.5 end",
    "integer\ninteger\nfloat\nfloat",
  ],
  "a loop variable that begins so": [
    "for x = 0, 1, 0.5 do print(x) end for x = 0, 1 do print(x) end",
    "0.0\n0.5\n1.0\n0\n1",
  ],
  "hidden by orders, equality, quotients and powers": [
    "local x = 0 for i = 1, 2 do print(x < 1, x == 0, 0 ~= x, x * 2 >= 0.5, 1 / x, x ^ 2, (x + 3) / 2) x = x + 0.5 end",
    "true\ttrue\tfalse\tfalse\tinf\t0.0\t1.5\ntrue\tfalse\ttrue\ttrue\t2.0\t0.25\t1.75",
  ],
  "given an integer once more": [
    "local x = 2 for i = 1, 3 do print(x / 4) if i == 2 then x = 1 else x = x + 0.5 end end",
    "0.5\n0.625\n0.25",
  ],
  "too large to begin with": [
    "local x = 9007199254740993 for i = 1, 2 do print(x * 3 / 3, x == 9007199254740992) x = x + 0.0 end",
    "9007199254740994.0\tfalse\n9007199254740992.0\ttrue",
  ],
};

describe("locals that begin as integers", () => {
  it.each(Object.entries(programs))("%s", async (_name, [source, output]) => {
    expect(await runProgram(source)).toBe(`${output}\n`);
  });
});
