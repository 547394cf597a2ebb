import { describe, expect, it } from "vitest";
import { runProgram } from "./machine.ts";

/*
 * A loop that fills a large table makes its array part at once, and the next such table may get it when the block that alone knew the
 * first is over: nothing of what was in it may show.
 */
const programs: Readonly<Record<string, readonly [source: string, output: string]>> = {
  "the next table begins empty": [
    `local function f(n, value)
       local t = {}
       local seen = 0
       for i = 1, n do if t[i] ~= nil or t[n] ~= nil then seen = seen + 1 end t[i] = value end
       return seen + #t
     end
     print(f(5000, true), f(5000, 7), f(4999, "x"), f(9000, true), f(6000, false), f(6000, 0.5), f(6000, 2.5))`,
    "5000\t5000\t4999\t9000\t6000\t6000\t6000",
  ],
  "the result is read before its table is given back": [
    `local function f(n) local t = {} for i = 1, n do t[i] = i end return t[n], #t, t[n + 1] end
     print(f(5000)) print(f(4500))`,
    "5000\t5000\tnil\n4500\t4500\tnil",
  ],
  "a table for each turn of a loop": [
    `local sum = 0
     for turn = 1, 3 do
       local t = {}
       for i = 1, 5000 do t[i] = turn end
       for i = 1, #t do sum = sum + t[i] end
     end
     print(sum)`,
    "30000",
  ],
  "a loop that ends by an error": [
    `local function f(n, last)
       local t = {}
       for i = 1, n do if i > last then error("out", 0) end t[i] = i end
       return #t
     end
     print(pcall(f, 5000, 100)) print(f(5000, 5000)) print(pcall(f, 5000, 4999)) print(f(5000, 5000))`,
    "false\tout\n5000\nfalse\tout\n5000",
  ],
  "a loop that appends, by any step and more than once a turn": [
    `local function f(n, ...)
       local a, b, c, d = {}, {}, {}, { "first" }
       for i = 1, n do a[#a + 1] = i end
       for i = 3, n, 2 do table.insert(b, i) b[#b + 1] = -i end
       for i = n, 1, -1 do c[#c + 1] = i % 7 ~= 0 and i or nil end
       for i = -1, n do d[#d + 1] = tostring(i) end
       return #a, a[n], #b, b[#b], b[#b + 1], #c, c[#c], #d, d[1], d[2], #table.concat(d)
     end
     for turn = 1, 2 do print(f(40000)) end
     print(f(20000))`,
    [40000, 40000, 20000]
      .map((n) => {
        const odd = 2 * Math.floor((n - 1) / 2);
        const digits = Array.from({ length: n + 2 }, (_, place) => String(place - 1)).join("").length;
        const kept = n - Math.floor(n / 7);
        return [n, n, odd, -(n - 1), "nil", kept, 1, n + 3, "first", -1, digits + 5].join("\t");
      })
      .join("\n"),
  ],
  "a list that is known by another name while a loop appends to it": [
    `local function f(n)
       local t = {}
       local same = t
       local wrong, walked = 0, 0
       for i = 1, n do
         t[#t + 1] = i
         if #same ~= i or same[i] ~= i or same[i + 1] ~= nil then wrong = wrong + 1 end
         if i == n // 2 then
           for _ in pairs(same) do walked = walked + 1 end
           for _ in ipairs(same) do walked = walked + 1 end
           walked = walked + select("#", table.unpack(same, 1, 3)) + #table.concat(same, "", 1, 9)
           same[n] = "far"
           if same[n] ~= "far" then wrong = wrong + 1 end
           same[n] = nil
           table.remove(same)
           same[#same + 1] = i
         end
       end
       return wrong, walked, #t, t[#t]
     end
     print(f(20000)) print(f(30000))`,
    "0\t20012\t20000\t20000\n0\t30012\t30000\t30000",
  ],
  "a loop that ends by an error while it appends": [
    `local function f(n, last)
       local t = {}
       local held = { t }
       local ok = pcall(function() for i = 1, n do if i > last then error("out") end t[#t + 1] = i end end)
       t[#t + 1] = "behind"
       local count = 0
       for k, v in pairs(held[1]) do count = count + 1 end
       return ok, #t, t[#t], count
     end
     print(f(20000, 100)) print(f(20000, 20000)) print(f(20000, 19999))`,
    "false\t101\tbehind\t101\ntrue\t20001\tbehind\t20001\nfalse\t20000\tbehind\t20000",
  ],
  "two at a time": [
    `local function f(n)
       local a, b = {}, {}
       for i = 1, n do a[i] = i b[i] = -i end
       local sum = 0
       for i = 1, n do sum = sum + a[i] * b[i] end
       return sum
     end
     print(f(5000) == f(5000), f(5001))`,
    "true\t-41704177501",
  ],
  "calls of the function within itself": [
    `local function f(depth)
       local t = {}
       for i = 1, 5000 do t[i] = depth end
       local below = depth > 0 and f(depth - 1) or 0
       local count = 0
       for i = 1, #t do if t[i] == depth then count = count + 1 end end
       return count + below
     end
     print(f(3), f(3))`,
    "20000\t20000",
  ],
  "a table that others know": [
    `local kept = {}
     local function f(how, n)
       local t = {}
       for i = 1, n do t[i] = n end
       if how == 1 then kept[#kept + 1] = t
       elseif how == 2 then kept[#kept + 1] = function() return t end end
       return how == 3 and t or nil
     end
     f(1, 5000) f(2, 5001) kept[3] = f(3, 5002) f(4, 5003) f(4, 5004)
     print(#kept[1], kept[1][5000], #kept[2](), kept[2]()[5001], #kept[3], kept[3][1])`,
    "5000\t5000\t5001\t5001\t5002\t5002",
  ],
  "a condition that still reads it": [
    `local turns = 0
     repeat
       local t = {}
       for i = 1, 5000 do t[i] = turns end
       turns = turns + 1
     until t[5000] == 2
     print(turns)`,
    "3",
  ],
  "library functions that only borrow it": [
    `local function f(n, value)
       local t = {}
       for i = 1, n do t[i] = value end
       table.sort(t)
       local count = 0
       for _, v in ipairs(t) do if v == value then count = count + 1 end end
       for k in pairs(t) do count = count + k - k end
       return count, #table.concat(t), (table.unpack(t, n))
     end
     print(f(5000, 1)) print(f(5000, "ab")) print(f(4990, 2.5)) print(f(5000, 3))`,
    "5000\t5000\t1\n5000\t10000\tab\n4990\t14970\t2.5\n5000\t5000\t3",
  ],
  "functions that have the names of those": [
    `local kept = {}
     local sort, each = table.sort, ipairs
     table.sort = function(t) kept[#kept + 1] = t sort(t) end
     local function ipairs(t) kept[#kept + 1] = t return each(t) end
     local function f(n)
       local t = {}
       for i = 1, n do t[i] = n end
       table.sort(t)
       return #t
     end
     local function g(n)
       local t = {}
       for i = 1, n do t[i] = n end
       for _ in ipairs(t) do break end
       return #t
     end
     print(f(5000), g(5001), f(5000), g(5001), #kept[1], kept[1][1], #kept[2], kept[2][1], #kept[3])`,
    "5000\t5001\t5000\t5001\t5000\t5000\t5001\t5001\t5000",
  ],
  "an iterator that outlives the block": [
    `local function f(n)
       local t = {}
       for i = 1, n do t[i] = n end
       local step, list, first = ipairs(t)
       return step, list, first
     end
     local step, list, first = f(5000)
     f(5000)
     print(step(list, first)) print(#list)`,
    "1\t5000\n5000",
  ],
};

describe("large tables (manual §2.1)", () => {
  it.each(Object.entries(programs))("%s", async (_name, [source, output]) => {
    expect(await runProgram(source)).toBe(`${output}\n`);
  });
});
