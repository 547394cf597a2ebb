import { describe, expect, it } from "vitest";
import { runProgram } from "./machine.ts";

/*
 * What the compiler computes in one go, beside the same operations one by one, each with a local of its own in between (Lua 5.5 manual §3.4.1, §3.4.2).
 * `…` in the steps stands for what the expression has there.
 */
const forms: readonly (readonly [expression: string, steps: string])[] = [
  ["(a * 1103515245 + 12345) & 0x7fffffff", "local x = a * 1103515245 x = x + 12345 return x & 0x7fffffff"],
  ["(a * b) % 4294967296", "local x = a * b return x % 4294967296"],
  ["(a + b - (c * 3)) & 0xffffffff", "local x, y = a + b, c * 3 x = x - y return x & 0xffffffff"],
  ["(-a * 5) & 255", "local x = -a x = x * 5 return x & 255"],
  ["(~a * b | 1) % 65536", "local x = ~a x = x * b x = x | 1 return x % 65536"],
  [
    "((a << c) | (a >> (32 - c))) & 0xffffffff",
    "local x, y = a << c, 32 - c y = a >> y x = x | y return x & 0xffffffff",
  ],
  [
    "((a & 0xffff) >> c << 3) & 0x80000001",
    "local x = a & 0xffff x = x >> c x = x << 3 return x & 0x80000001",
  ],
  ["(a ~ b) * 16777619 & 0xffffffff", "local x = a ~ b x = x * 16777619 return x & 0xffffffff"],
  ["(a + K) * 3 & 0xffffffff", "local x = a + K x = x * 3 return x & 0xffffffff"],
  ["(K - a + K) * b % 65536", "local x = K - a x = x + K x = x * b return x % 65536"],
  ["(P >> 3) * (L >> 2) & 0xffffffff", "local x, y = P >> 3, L >> 2 x = x * y return x & 0xffffffff"],
  ["(a << P | a << S) & 0xffffffff", "local x, y = a << P, a << S x = x | y return x & 0xffffffff"],
  ["a * b % c", "local x = a * b return x % c"],
  ["a * b % 1000000007", "local x = a * b return x % 1000000007"],
  ["a * b % 1073741824", "local x = a * b return x % 1073741824"],
  ["a * b % 2147483647", "local x = a * b return x % 2147483647"],
];

const integers =
  "0, 1, -1, 3, 7, 31, 32, 33, 64, 255, 65521, 999999937, -123456789, 1 << 30, (1 << 31) - 1, 1 << 31, -(1 << 31), (1 << 32) - 1, 1 << 32, (1 << 32) + 5, -(1 << 32) - 1, " +
  "3037000499, -3037000500, (1 << 53) - 1, -(1 << 53) + 1, 1 << 53, (1 << 53) + 1, 1 << 62, math.maxinteger, math.mininteger";

function comparison([expression, steps]: readonly [string, string], values: string): string {
  return `local values = table.pack(${values})
local K, L, P, S = 9007199254740991, -3, 5, 40
local function fused(a, b, c) return ${expression} end
local function single(a, b, c) ${steps} end
local function text(v) return v ~= v and "nan" or math.type(v) .. tostring(v) end
-- Without the place and the name of the operand.
local function plain(message) return (message:gsub("^[^:]*:%d+: ", ""):gsub(" %(.-%)", "")) end
local different, runs = 0, 0
for i = 1, values.n do
  for j = 1, values.n do
    for _, c in ipairs { 0, 1, 5, 31, 32, 33, 97, -1, 1000000007 } do
      local a, b = values[i], values[j]
      local ok1, x = pcall(fused, a, b, c)
      local ok2, y = pcall(single, a, b, c)
      runs = runs + 1
      local same = ok1 == ok2 and (ok1 and text(x) == text(y) or not ok1 and plain(x) == plain(y))
      if not same and different < 5 then print(a, b, c, x, y) different = different + 1 end
    end
  end
end
print(runs, different)`;
}

describe.each(forms)("%s", (...form) => {
  it("gives what its operations give for integers of every size", async () => {
    expect((await runProgram(comparison(form, integers))).trim()).toBe("8100\t0");
  });

  it("gives what its operations give for floats, strings and what is no number", async () => {
    const others = `0, 3, 1 << 40, 0.0, -0.0, 2.0, 0.5, 1e10, 2^53, 2^63, -2^63, 1e300, 1 / 0, 0 / 0 == 0, "3", "0x10", "7.5", "x", nil, {}`;
    expect((await runProgram(comparison(form, others))).trim()).toBe("3600\t0");
  });
});

it("products next to multiples of the divisor leave the right rest", async () => {
  const source = `local x, different = 1, 0
local function fused(a, b, m) return a * b % m end
local function single(a, b, m) local p = a * b return p % m end
for i = 1, 40000 do
  x = (x * 1103515245 + 12345) & 0x7fffffff
  local m = x % 1073741823 + 1
  local b = i % 2 == 0 and i % 7 + 2 or (x >> 7) % 3000 + 2
  local a = m * ((1 << 52) // m - i % 5) + i % 3 - 1
  if fused(a, b, m) ~= single(a, b, m) or fused(-a, b, m) ~= single(-a, b, m) then different = different + 1 end
end
print(different)`;
  expect((await runProgram(source)).trim()).toBe("0");
});

it("metamethods see the exact operands", async () => {
  const source = `local seen = {}
local function note(name) return function(a, b)
  seen[#seen + 1] = name .. " " .. tostring(type(a) == "table" and "t" or a) .. " " .. tostring(type(b) == "table" and "t" or b)
  return 6 end end
local t = setmetatable({}, { __bor = note "bor", __band = note "band", __mul = note "mul", __shl = note "shl", __add = note "add", __mod = note "mod" })
local x = (1 << 40) + 3
for i = 1, 2 do
  local r = ((x << 31) | t) & 0xff
  r = (x * 9007199254740881 + t) & 0xff
  r = (x << t) % 16
  r = t * x % 1000000007
  r = (t + x * x) & 255
end
print(table.concat(seen, "; ", 1, #seen // 2))`;
  expect((await runProgram(source)).trim()).toBe(
    `bor ${BigInt.asIntN(64, ((1n << 40n) + 3n) << 31n)} t; add ${BigInt.asIntN(64, ((1n << 40n) + 3n) * 9007199254740881n)} t; shl ${(1n << 40n) + 3n} t; mul t ${(1n << 40n) + 3n}; add t ${BigInt.asIntN(64, ((1n << 40n) + 3n) ** 2n)}`,
  );
});
