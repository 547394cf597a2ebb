import { describe, expect, it } from "vitest";
import { runProgram } from "./machine.ts";

/** Programs that stand beside what they print: long arguments are worked on piece by piece. */
const programs: Readonly<Record<string, readonly [program: string, output: string]>> = {
  "tonumber of many digits": [
    "print(tonumber(('1'):rep(400)), tonumber(('0'):rep(5000) .. '12'), tonumber('-' .. ('0'):rep(30) .. '9223372036854775808'), tonumber('0.' .. ('0'):rep(400) .. '1e401'))",
    "inf\t12\t-9223372036854775808\t1.0\n",
  ],
  "tonumber of many hexadecimal digits": [
    "print(tonumber('0x1' .. ('0'):rep(16) .. 'ff'), tonumber('0x' .. ('f'):rep(300)), tonumber('-0x' .. ('0'):rep(99) .. '7'))",
    "255\t-1\t-7\n",
  ],
  "tonumber of long hexadecimal floats": [
    "print(tonumber('0x1' .. ('0'):rep(100) .. 'p-400'), tonumber('0x1.' .. ('0'):rep(12) .. '8' .. ('0'):rep(60) .. 'p0') == 1 + 2^-52, tonumber('0x1.' .. ('0'):rep(13) .. '8' .. ('0'):rep(60) .. 'p0') == 1, tonumber('0x1.' .. ('0'):rep(13) .. '8' .. ('0'):rep(60) .. '1p0') == 1 + 2^-52, tonumber('0x0.' .. ('0'):rep(3000) .. '1p12004'))",
    "1.0\tfalse\ttrue\ttrue\t1.0\n",
  ],
  "tonumber with a base": [
    "print(tonumber(('z'):rep(30), 36), tonumber(('1'):rep(70), 2), tonumber('-' .. ('7'):rep(25), 8), tonumber(('9'):rep(40) .. 'a', 10), tonumber('1' .. ('0'):rep(20), 10))",
    "1152921504606846975\t-1\t1\tnil\t7766279631452241920\n",
  ],
  "upper, lower, reverse": [
    "local s = ('aZ\\xe9\\0'):rep(5000) local u, l, r = s:upper(), s:lower(), s:reverse() print(u == ('AZ\\xe9\\0'):rep(5000), l == ('az\\xe9\\0'):rep(5000), r == ('\\0\\xe9Za'):rep(5000), r:reverse() == s)",
    "true\ttrue\ttrue\ttrue\n",
  ],
  "%q": [
    "local s = ('\\0' .. '1\\n\"\\\\x'):rep(3000) print(string.format('%q', s) == '\"' .. ('\\\\0001\\\\\\n\\\\\"\\\\\\\\x'):rep(3000) .. '\"', #string.format('%q', ('x'):rep(4095) .. '\\0' .. '7'))",
    "true\t4102\n",
  ],
  "lists as long as Lua's stack": [
    "local t = {} for i = 1, 900000 do t[i] = i end local c = {table.unpack(t)} print(#c, c[900000]) print(pcall(function() t[1000000] = 1 return table.unpack(t, 1, 1000000) end))\nprint(pcall(function() return ('x'):rep(1000000):byte(1, -1) end))",
    `900000\t900000\nfalse\t[string "section \`Main\` prologue"]:1: too many results to unpack\nfalse\t[string "section \`Main\` prologue"]:2: stack overflow (string slice too long)\n`,
  ],
};

describe("long arguments", () => {
  it.each(Object.entries(programs))("%s", async (_name, [program, output]) => {
    expect(await runProgram(program, "later", 20_000_000)).toBe(output);
  });
});
