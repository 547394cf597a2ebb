import { describe, expect, it } from "vitest";
import { runProgram } from "./machine.ts";

/** Programs whose locals hold nothing but integers, and what they print (NUM-01, Lua 5.5 manual §3.4.1). */
const programs: Readonly<Record<string, readonly [source: string, output: string]>> = {
  "a sum passes the numbers that a double holds exactly": [
    "local x = 9007199254740990 for i = 1, 4 do x = x + 1 end print(x, math.type(x))",
    "9007199254740994\tinteger",
  ],
  "a difference passes them below": [
    "local x = -9007199254740990 for i = 1, 4 do x = x - 1 end print(x, math.type(x))",
    "-9007199254740994\tinteger",
  ],
  "a sum of two locals passes them": [
    "local x, y = 9007199254740990, 3 for i = 1, 3 do x = x + y end print(x)",
    "9007199254740999",
  ],
  "a sum wraps around": [
    "local x = math.maxinteger for i = 1, 2 do x = x + i end print(x)",
    "-9223372036854775806",
  ],
  "a literal sum wraps around": [
    "local x = 9223372036854775807 for i = 1, 2 do x = x + i end print(x)",
    "-9223372036854775806",
  ],
  "a product passes them and wraps around": [
    "local x = 3 for i = 1, 6 do x = x * 3037000499 print(x) end",
    "9111001497\n9223372019069195387\n-7897956429307751039\n-5238174138304463949\n-7050684645709804119\n-6723928563062037589",
  ],
  "a product of zero and a negative number is zero": [
    "local x = 0 for i = 1, 2 do x = x * -3 end print(x, 1 / x)",
    "0\tinf",
  ],
  "a remainder by a large power of two has the sign of the divisor": [
    "local x = -1 for i = 1, 2 do x = (x - 5000000000) % 4294967296 print(x) end",
    "3589934591\n2884901887",
  ],
  "a remainder of a large integer by a large power of two": [
    "local x = 1 << 62 for i = 1, 2 do x = (x + 12345) % 4294967296 print(x) end",
    "12345\n24690",
  ],
  "a remainder by the neighbours of large powers of two": [
    "local a = -9007199254740991 for i = 1, 1 do print(a % 4503599627370493, a % 4503599627370495, a % 4503599627370497, a % 2251799813685247, a % 9007199254740991) end",
    "4503599627370488\t4503599627370494\t3\t2251799813685244\t0",
  ],
  "a remainder by a large number that is no power of two": [
    "local x = 1 << 40 for i = 1, 2 do x = (x * 7) % 4294967297 print(x) end",
    "4294965505\n4294954753",
  ],
  "comparisons of integers that doubles do not tell apart": [
    "local x, y = 9007199254740992, 9007199254740993 for i = 1, 1 do print(x < y, x == y, x <= y, y > x, x + 1 == y, x ~= y) end",
    "true\tfalse\ttrue\ttrue\ttrue\ttrue",
  ],
  "a product of elements that is zero, behind a float": [
    "local a, s = { 0, -3 }, -0.0 for i = 1, 1 do s = s + a[1] * a[2] end print(s, 1 / s)",
    "0.0\tinf",
  ],
  "a product of elements that wraps around, behind a float": [
    "local a, s = { 3037000500 }, 0.5 for i = 1, 1 do s = s + a[i] * a[i] end print(s == 0.5 - 9223372036709301616)",
    "true",
  ],
  "floats beside a numeral that is a large negative integer": [
    "local a = 0 for i = 1, 2 do print((0x9E3779B97F4A7C15 + 0.5) * a + i, (math.mininteger + 0.5) * a, (-9007199254740993 + 0.0) * 2.0 + a) end",
    "1.0\t-0.0\t-18014398509481984.0\n2.0\t-0.0\t-18014398509481984.0",
  ],
  "a product of a numeral and an element that is a float": [
    "local a, s = { '7', 2.0 }, 0.5 for i = 1, 1 do s = s + a[1] * a[2] end print(s)",
    "14.5",
  ],
  "an integer and a float": [
    "local x, f = 9007199254740993, 9007199254740992.0 for i = 1, 1 do print(x == f, x > f, x < f) end",
    "false\ttrue\tfalse",
  ],
  "a large integer as a key": [
    "local t, k = {}, 9007199254740993 for i = 1, 2 do t[k] = i k = k + 1 end print(t[9007199254740993], t[9007199254740994], #t)",
    "1\t2\t0",
  ],
  "an integer that a closure changes": [
    "local x = 1 local function f() x = x * 4294967296 return x end for i = 1, 2 do f() end print(x)",
    "0",
  ],
  "a parameter is no integer for being given one later": [
    "local function f(x) for i = 1, 1 do print(x + 1) x = 2 print(x + 1) end end f(1.5) f('3')",
    "2.5\n3\n4\n3",
  ],
  "a local function's name, an iterator's variable and a local without a value": [
    "local function g() return 1.5 end local h, v = g for _, k in ipairs({ 2.5 }) do for i = 1, 1 do g = 3 print(h() + 1, g + 1, k + 1, v == nil) v = 4 end end",
    "2.5\t4\t3.5\ttrue",
  ],
  "a loop by a step that is a float": [
    "local x = 0.5 for i = 1, 2, x do local y = i y = y + 1 print(y) end",
    "2.0\n2.5\n3.0",
  ],
  "a division leaves the integers": ["local x = 7 for i = 1, 1 do x = x / 2 x = x + 1 end print(x)", "4.5"],
};

describe("locals that hold integers", () => {
  it.each(Object.entries(programs))("%s", async (_name, [source, output]) => {
    expect(await runProgram(source)).toBe(`${output}\n`);
  });

  it("a counter passes what a double holds exactly by large steps", async () => {
    const source = `local last, turns = 0, 0
      for i = 1, math.maxinteger, 2147483647 do
        turns = turns + 1
        if i > 9007199254740992 then last = i break end
      end
      print(last, turns)`;
    expect(await runProgram(source, "later", 6_000_000)).toBe("9007201398030336\t4194306\n");
  });
});
