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
  "lists that grow by themselves, one after the other and two at a time": [
    `local function check(t, n, value)
       local wrong = 0
       for i = 1, n do if t[i] ~= value + i then wrong = wrong + 1 end end
       local count = 0
       for _ in pairs(t) do count = count + 1 end
       return wrong, count, t[0], t[n + 1]
     end
     local function f(n, value)
       local a, i = {}, 0
       while i < n do i = i + 1 a[#a + 1] = value + i end
       local b = {}
       while #b < n do table.insert(b, -value + #b + 1) end
       local r = table.pack(check(a, n, value))
       local q = table.pack(check(b, n, -value))
       return table.concat(r, " ", 1, 2), table.concat(q, " ", 1, 2), r[3], q[4]
     end
     for _, n in ipairs({ 16382, 16383, 16384, 32768, 70000, 131072, 40000, 33000, 20000 }) do print(n, f(n, n)) end`,
    [16382, 16383, 16384, 32768, 70000, 131072, 40000, 33000, 20000]
      .map((n) => `${n}\t0 ${n}\t0 ${n}\tnil\tnil`)
      .join("\n"),
  ],
  "a list of doubles, of texts and of both grows": [
    `local function f(n, value, last)
       local t = {}
       while #t < n do t[#t + 1] = #t < last and value or "x" end
       local count = 0
       for _, v in ipairs(t) do if v == value then count = count + 1 end end
       return count, #t, t[n]
     end
     for turn = 1, 2 do print(f(40000, 0.5, 40000)) print(f(40000, 1.0, 40000)) print(f(70000, 0.5, 50000)) print(f(70000, "s", 7)) end`,
    Array(2).fill("40000\t40000\t0.5\n40000\t40000\t1.0\n50000\t70000\tx\n7\t70000\tx").join("\n"),
  ],
  "a comparison that makes the list longer while it is sorted": [
    `local t = {}
     while #t < 32766 do t[#t + 1] = #t % 1000 end
     local more = 0
     local ok = pcall(table.sort, t, function(a, b)
       if more < 5 then more = more + 1 t[#t + 1] = 500 end
       return a < b
     end)
     local u = {}
     while #u < 70000 do u[#u + 1] = -1 end
     local wrong = 0
     for i = 1, #u do if u[i] ~= -1 then wrong = wrong + 1 end end
     for i = 1, #t do if t[i] == -1 then wrong = wrong + 1 end end
     print(wrong, #u, more)`,
    "0\t70000\t5",
  ],
  "functions of the program that keep a list, and those that do not": [
    `local kept = {}
     local function fill(t, n, value) if n > 0 then for i = 1, 5000 do t[#t + 1] = value end fill(t, n - 1, value) end end
     local function same(t) t[#t + 1] = t[1] return t end
     local function store(t) t[#t + 1] = t[1] kept[#kept + 1] = t end
     local function field(t) kept.field = { t, n = #t } end
     local function close(t) kept.close = function(i) return t[i] or #t end end
     local function swap(a, b, n) if n == 0 then kept.swap = b else swap(b, a, n - 1) end end
     local function rest(t, ...) kept.rest = ... end
     local function named(t, ...args) kept.named = args end
     local late = function(t) kept.late = t end
     local value = 0
     local function list() value = value + 1 return value end
     do local t = {} fill(t, 4, list()) end
     do local t = {} fill(t, 4, list()) kept.same = same(t) end
     do local t = {} fill(t, 4, list()) store(t) end
     do local t = {} fill(t, 4, list()) field(t) end
     do local t = {} fill(t, 4, list()) close(t) end
     do local t, u = {}, {} fill(t, 4, list()) fill(u, 4, list()) swap(t, u, 2) end
     do local t = {} fill(t, 4, list()) rest(1, t) end
     do local t = {} fill(t, 4, list()) named(1, t) end
     do local t = {} fill(t, 4, list()) late(t) end
     late = function(t) return #t end
     do local t = {} fill(t, 4, list()) kept.paren = (same(t)) end
     do local t = {} fill(t, 4, list()) pcall(store, t) end
     for turn = 1, 6 do local t = {} fill(t, 4, "new") end
     local function show(t)
       local wrong = 0
       for i = 1, #t do if t[i] ~= t[1] then wrong = wrong + 1 end end
       return t[1] .. ":" .. #t .. ":" .. wrong
     end
     print(show(kept.same), show(kept[1]), show(kept.field[1]), kept.close(1), kept.close(0), show(kept.swap))
     print(show(kept.rest), show(kept.named[1]), show(kept.late), show(kept.paren), show(kept[2]))`,
    "2:20001:0\t3:20001:0\t4:20000:0\t5\t20000\t7:20000:0\n8:20000:0\t9:20000:0\t10:20000:0\t11:20001:0\t12:20001:0",
  ],
  "what a function gives of its lists when it ends": [
    `local function last(t) return t[#t] end
     local function again(t, n, g)
       if t[5000] ~= 5000 then return "wrong" elseif n > 0 then return g(n - 1, g) end
       return t[n + 1]
     end
     local function recur(n, g)
       local t = {}
       while #t < 5000 do t[#t + 1] = #t + 1 end
       return again(t, n, g)
     end
     local function at(t, i) if i > 5 then return at(t, i - 1) end return t[i] end
     local function f(n, how)
       local t = {}
       while #t < n do t[#t + 1] = #t + 1 end
       if how == 1 then return table.concat(t, ",", n - 1) end
       if how == 2 then return last(t), #t end
       if how == 3 then return table.unpack(t, n - 1) end
       if how == 5 then return at(t, 30) end
       if how == 6 then return last(t) end
       if how == 4 then return t[n], #t, t[n + 1] end
       return select("#", t), t
     end
     for turn = 1, 2 do
       print(f(20000, 1)) print(f(20000, 2)) print(f(20000, 3)) print(f(20000, 4)) print(f(20000, 5)) print(f(20000, 6)) print(recur(220, recur))
       print(#select(2, f(20000, 7)))
     end`,
    Array(2)
      .fill("19999,20000\n20000\t20000\n19999\t20000\n20000\t20000\tnil\n5\n20000\n1\n20000")
      .join("\n"),
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
