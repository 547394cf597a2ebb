import { describe, expect, it } from "vitest";
import { runProgram } from "./machine.ts";

/*
 * What hot code and the library do in one go, where they can, gives what the language says step by step.
 */
const programs: Readonly<
  Record<string, Readonly<Record<string, readonly [source: string, output: string]>>>
> = {
  "`t[k] = t[k] + n` and `t[k] = (t[k] or 0) + n` under strings (manual \u00a73.4.1)": {
    "numbers under string keys": [
      `local t, keys = {}, { "a", "b", "a", "c", "a" }
       for _, k in ipairs(keys) do t[k] = (t[k] or 0) + 1 end
       for i = 1, 3 do local k = "n" .. i % 2 t[k] = (t[k] or 10) + i end
       print(t.a, t.b, t.c, t.n0, t.n1)`,
      "3\t1\t1\t12\t14",
    ],
    "fields of a record": [
      `local t = { x = 1, y = 0.5 }
       for i = 1, 3 do local k = i % 2 == 0 and "x" or "y" t[k] = t[k] + i end
       print(t.x, t.y)`,
      "3\t4.5",
    ],
    "a float with an integral value": [
      `local t = { x = 0.5, y = 1, z = 1.0 }
       for i = 1, 2 do for _, k in ipairs({ "x", "y", "z" }) do local step = 0.5 t[k] = t[k] + step end end
       print(t.x, t.y, t.z, math.type(t.x), math.type(t.y), math.type(t.z))`,
      "1.5\t2.0\t2.0\tfloat\tfloat\tfloat",
    ],
    "integers beyond those that a double holds exactly": [
      `local t = { x = 9007199254740990, y = math.maxinteger }
       for i = 1, 3 do for _, k in ipairs({ "x", "y" }) do t[k] = t[k] + i end end
       print(t.x, t.y)`,
      "9007199254740996\t-9223372036854775803",
    ],
    "infinity and what is not a number": [
      `local t = { x = 1e308, y = -1 / 0 }
       for i = 1, 2 do for _, k in ipairs({ "x", "y" }) do local step = 1e308 t[k] = t[k] + step end end
       print(t.x, t.y)`,
      "inf\t-inf",
    ],
    "strings that are numbers": [
      `local t = { x = "10" }
       for i = 1, 2 do local k = "x" t[k] = t[k] + i end
       print(t.x, math.type(t.x))`,
      "13\tinteger",
    ],
    "keys that are no strings": [
      `local t, keys = { 5 }, { 1, 2.0, true, 1.5, "1" }
       for _, k in ipairs(keys) do t[k] = (t[k] or 100) + 1 end
       print(t[1], t[2], t[true], t[1.5], t["1"])`,
      "6\t101\t101\t101\t101",
    ],
    "a metatable sees the read and the write": [
      `local log = {}
       local t = setmetatable({}, {
         __index = function(_, k) log[#log + 1] = "get " .. k return 1 end,
         __newindex = function(_, k, v) log[#log + 1] = "set " .. k .. v end,
       })
       for i = 1, 2 do local k = "x" t[k] = t[k] + i end
       print(table.concat(log, " "))`,
      "get x set x2 get x set x3",
    ],
    "a value with a metatable": [
      `local v = setmetatable({}, { __add = function(_, n) return "sum" .. n end })
       local t = { x = v }
       for i = 1, 1 do local k = "x" t[k] = t[k] + i end
       print(t.x)`,
      "sum1",
    ],
    "a key that was cleared": [
      `local t = {}
       for i = 1, 6 do
         local k = "k" .. i % 2
         t[k] = (t[k] or 0) + i
         if i == 4 then t[k] = nil end
       end
       local n = 0
       for _ in pairs(t) do n = n + 1 end
       print(t.k0, t.k1, n)`,
      "6\t9\t2",
    ],
    "what is not there is an error with its name": [
      `local t, s = {}, nil
       print(pcall(function() for i = 1, 2 do local k = "x" t[k] = t[k] + i end end))
       print(pcall(function() for i = 1, 2 do local k = "x" s[k] = (s[k] or 0) + i end end))
       print(pcall(function() for i = 1, 2 do local k t[k] = (t[k] or 0) + i end end))
       print(pcall(function() for i = 1, 2 do local k, step = "x" t[k] = (t[k] or 0) + step end end))`,
      'false\t[string "section `Main` prologue"]:2: attempt to perform arithmetic on a nil value (field \'?\')\nfalse\t[string "section `Main` prologue"]:3: attempt to index a nil value (upvalue \'s\')\nfalse\t[string "section `Main` prologue"]:4: table index is nil\nfalse\t[string "section `Main` prologue"]:5: attempt to perform arithmetic on a nil value (local \'step\')',
    ],
    "keys longer than what is hashed": [
      `local t = {}
       for i = 1, 4 do local k = ("x"):rep(1025 + i % 2) t[k] = (t[k] or 0) + i end
       print(t[("x"):rep(1025)], t[("x"):rep(1026)])`,
      "6\t4",
    ],
  },
  "keys that begin with a text and end with a number (manual \u00a73.4.6)": {
    "numbers of every kind": [
      `local numbers = { 0, -1, 8191, 8192, 4294967296, math.mininteger, 0.0, -0.0, 8191.0, 0.5, 1e100, "7", 8191 }
       local t, read = {}, {}
       for _, n in ipairs(numbers) do local k = "k" .. n t[k] = (t[k] or "") .. "," .. n end
       for _, n in ipairs(numbers) do read[#read + 1] = t["k" .. n] end
       print(table.concat(read, " "))
       print(t.k0, t["k-0.0"], t["k0.0"], t.k8191, t.k7)`,
      ",0 ,-1 ,8191,8191 ,8192 ,4294967296 ,-9223372036854775808 ,0.0 ,-0.0 ,8191.0 ,0.5 ,1e+100 ,7 ,8191,8191\n,0\t,-0.0\t,0.0\t,8191,8191\t,7",
    ],
    "each prefix has its own, each call has the same": [
      `local function f(t, from, to)
         for i = from, to do t["a" .. i] = i t["b" .. i] = -i local k = "" .. i t[k] = k end
         return t
       end
       local one, two = f({}, 5, 7), f({}, 7, 3)
       f(two, 3, 5)
       print(one.a5, one.b7, one["6"], one.a3, two.a3, two.b5, two["4"], two.a7)`,
      "5\t-7\t6\tnil\t3\t-5\t4\tnil",
    ],
    "a metatable and what has no text": [
      `local o = setmetatable({}, { __concat = function(a, b) return type(a) .. type(b) end })
       local t = { stringtable = "found" }
       print(pcall(function() for _, v in ipairs({ o, 1, {} }) do local k = "k" .. v t[k] = v print(k) end end))
       print(pcall(function(x) for i = 1, 2 do t["k" .. x] = i end end))
       for i = 1, 2 do print(t["string" .. o] == o, t["k" .. i]) end`,
      "stringtable\nk1\nfalse\t[string \"section `Main` prologue\"]:3: attempt to concatenate a table value (local 'v')\nfalse\t[string \"section `Main` prologue\"]:4: attempt to concatenate a nil value (local 'x')\ntrue\t1\ntrue\tnil",
    ],
  },
  "fields that objects have of their classes (manual \u00a72.4, `__index`)": {
    "chains of tables, functions and other values": [
      `local log = {}
       local function class(parent, fields) fields.__index = fields return setmetatable(fields, parent and { __index = parent }) end
       local A = class(nil, { a = "A", flag = false })
       local B = class(A, { b = "B" })
       local C = class(B, { c = "C" })
       local D = class(C, { d = "D" })
       for _, k in ipairs({ "x", "y" }) do A[k .. "1"] = k B[k .. "2"] = k D[k .. "3"] = k end
       local over = "c" D[over] = "D has c"
       local objects = {}
       for i, c in ipairs({ A, B, C, D }) do objects[i] = setmetatable({ own = i }, c) end
       over = "b" objects[3][over] = "own b"
       for turn = 1, 2 do
         for i, o in ipairs(objects) do
           print(i, o.own, o.a, o.b, o.c, o.d, o.flag, o.x1, o.y2, o.x3, o.none)
           o.a = turn == 1 and "mine" or nil
           print(i, o.a)
         end
       end
       local viaFunction = setmetatable({}, { __index = function(_, k) log[#log + 1] = k return k .. "!" end })
       local E = class(viaFunction, { e = "E" })
       local F = class(E, {})
       local mixed = { setmetatable({}, E), setmetatable({}, F), objects[4], setmetatable({}, { __index = "text" }), setmetatable({}, { __index = _G }) }
       for turn = 1, 2 do
         for i, o in ipairs(mixed) do print(i, pcall(function() return o.e, o.a, o.len == string.len, o.tostring == tostring end)) end
         F.e = "F" setmetatable(mixed[1], nil) mixed[3].e = "own"
       end
       print(#log, log[1], log[#log])
       local s, n = "str", 5
       for turn = 1, 2 do print(pcall(function() return s.len == string.len, s.none end)) print(pcall(function() return n.x end)) end
       local loop = {} setmetatable(loop, { __index = loop })
       for turn = 1, 2 do print(pcall(function() return loop.field end)) end
       local P, Q, R, k = { v = "P", w = "P", __index = 0 }, {}, {}, "v"
       Q[k] = "Q" R[k] = "own"
       setmetatable(Q, { __index = P })
       local o, p, q = setmetatable({}, { __index = Q }), setmetatable(R, { __index = P }), setmetatable({}, { __index = setmetatable({}, { __index = Q }) })
       for turn = 1, 2 do print(o.v, o.w, p.v, p.w, q.v, q.w) end`,
      `1	1	A	nil	nil	nil	false	x	nil	nil	nil
1	mine
2	2	A	B	nil	nil	false	x	y	nil	nil
2	mine
3	3	A	own b	C	nil	false	x	y	nil	nil
3	mine
4	4	A	B	D has c	D	false	x	y	x	nil
4	mine
1	1	mine	nil	nil	nil	false	x	nil	nil	nil
1	A
2	2	mine	B	nil	nil	false	x	y	nil	nil
2	A
3	3	mine	own b	C	nil	false	x	y	nil	nil
3	A
4	4	mine	B	D has c	D	false	x	y	x	nil
4	A
1	true	E	a!	false	false
2	true	E	a!	false	false
3	true	nil	A	false	false
4	true	nil	nil	true	false
5	true	nil	nil	false	true
1	true	nil	nil	false	false
2	true	F	a!	false	false
3	true	own	A	false	false
4	true	nil	nil	true	false
5	true	nil	nil	false	true
9	a	tostring
true	true	nil
false	[string "section \`Main\` prologue"]:29: attempt to index a number value (upvalue 'n')
true	true	nil
false	[string "section \`Main\` prologue"]:29: attempt to index a number value (upvalue 'n')
false	[string "section \`Main\` prologue"]:31: '__index' chain too long; possible loop
false	[string "section \`Main\` prologue"]:31: '__index' chain too long; possible loop
Q	P	own	P	Q	P
Q	P	own	P	Q	P`,
    ],
  },
  "all that a call gives as the last argument of another (manual \u00a73.4.12)": {
    "no value, one and several": [
      `local function count(...) return select("#", ...), ... end
       local function give(n) if n == 0 then return elseif n == 1 then return "a" elseif n == 2 then return nil end return 1, nil, 3, nil end
       for n = 0, 3 do print(count("first", give(n))) print(count(give(n))) end`,
      "1\tfirst\n0\n2\tfirst\ta\n1\ta\n2\tfirst\tnil\n1\tnil\n5\tfirst\t1\tnil\t3\tnil\n4\t1\tnil\t3\tnil",
    ],
    "what a method gives": [
      `local o = { n = 0 }
       function o:add(a, b) self.n = self.n + (a or 10) + (b or 100) return self end
       function o.pair() return 1, 2 end
       function o.none() end
       for i = 1, 2 do o:add(o.pair()) o:add(o.none()) o:add((o.pair())) end
       print(o.n)`,
      "428",
    ],
    "what is called and its arguments are read in order": [
      `local log = {}
       local function note(x) log[#log + 1] = x return x end
       local function f() return note("callee") and function(...) note("call " .. select("#", ...)) end end
       for i = 1, 2 do f()(note("a"), note("b")) end
       local g = function() note("old") end
       for i = 1, 2 do g((function() g = function() note("new") end return 1 end)()) end
       print(table.concat(log, " "))`,
      "callee a b call 2 callee a b call 2 old new",
    ],
    "what cannot be called is an error after its arguments": [
      `local log = {}
       local function note(x) log[#log + 1] = x return x end
       local bad
       print(pcall(function() for i = 1, 2 do bad(1, note("given")) end end))
       print(#log)`,
      "false\t[string \"section `Main` prologue\"]:4: attempt to call a nil value (upvalue 'bad')\n1",
    ],
    "lists and packs of any number of values": [
      `local function list(...) local t = { ... } return #t, t[1], t[2], t[#t] end
       local function pack(...) local t = table.pack(...) return t.n, t[1], t[t.n] end
       print(list()) print(list(1)) print(list(1, "b")) print(list(1, 2, 3)) print(list(1, 2, 3, 4)) print(list(1, 2, 3, 4, 5))
       print(pack()) print(pack(nil)) print(pack(1, nil)) print(pack(1, 2, 3)) print(pack(1, 2, nil, 4))
       print(#{ list(1, 2) }, #{ (list(1, 2)) }, #{ pack() })`,
      "0\tnil\tnil\tnil\n1\t1\tnil\t1\n2\t1\tb\tb\n3\t1\t2\t3\n4\t1\t2\t4\n5\t1\t2\t5\n0\tnil\tnil\n1\tnil\tnil\n2\t1\tnil\n3\t1\t3\n4\t1\t4\n4\t1\t1",
    ],
    "the first result of find and gsub alone": [
      `local out = {}
       for i = 1, 2 do
         local s = "a.b"
         local n = 0
         if s:find("b") then n = n + (s:find(".", 1, true)) end
         if not s:find("x", 1, true) then n = n + string.find(s, "(%a)%.") * 10 end
         out[i] = n .. s:gsub("%a", "<%0>") .. (string.gsub(s, "%.", { ["."] = "!" })) .. s:gsub("x", "y")
       end
       print(out[1], out[2], select("#", ("a"):find("a")), ("a"):gsub("a", "b"))
       print(pcall(function() for i = 1, 2 do local t = {} .. ("x"):gsub(nil, "") end end))
       print(pcall(function() for i = 1, 2 do if ("x"):find() then return 1 end end end))`,
      "12<a>.<b>a!ba.b\t12<a>.<b>a!ba.b\t2\tb\t1\nfalse\t[string \"section `Main` prologue\"]:10: bad argument #1 to 'gsub' (string expected, got nil)\nfalse\t[string \"section `Main` prologue\"]:11: bad argument #1 to 'find' (string expected, got no value)",
    ],
    "a chain of tail calls in an argument": [
      `local function down(n) if n == 0 then return "end", n end return down(n - 1) end
       local function two(a, b, c) return a, b, c end
       for i = 1, 2 do print(two(down(1000))) end`,
      "end\t0\tnil\nend\t0\tnil",
    ],
  },
  "gmatch with a set that is repeated, and what an iterator gives (LIB-11, manual \u00a73.3.5)": {
    "runs of a set": [
      `local function all(s, p, i) local out = {} for w in s:gmatch(p, i) do out[#out + 1] = w end return #out .. ":" .. table.concat(out, "|") end
       print(all("the quick  brown", "%a+"), all("", "%a+"), all("...", "%a+"), all("a", "%a+"), all("a,b,,c", "[^,]+"))
       print(all("one two", "%a+", 2), all("one two", "%a+", -3), all("one", "%a+", 9), all("^^a^", "^+"), all("12 345", "%d+"))`,
      "3:the|quick|brown\t0:\t0:\t1:a\t3:a|b|c\n2:ne|two\t1:two\t0:\t2:^^|^\t2:12|345",
    ],
    "an iterator that is called past its end": [
      `local it = ("a b"):gmatch("%a+")
       print(it(), it(), it(), it())`,
      "a\tb\tnil",
    ],
    "a set with a plus among other patterns": [
      `for _, p in ipairs({ "%a+", "%a+$", "^%a+", "(%a+)", "%a+%d", "%a*", "()%a+" }) do
         local out = {}
         for a in ("ab1 cd"):gmatch(p) do out[#out + 1] = tostring(a) end
         print(p, table.concat(out, "|"), (("ab1 cd"):gsub(p, "<%0>")), ("  ab1"):find(p), ("12"):match(p))
       end`,
      "%a+\tab|cd\t<ab>1 <cd>\t3\tnil\n%a+$\tcd\tab1 <cd>\tnil\tnil\n^%a+\t\t<ab>1 cd\tnil\tnil\n(%a+)\tab|cd\t<ab>1 <cd>\t3\tnil\n%a+%d\tab1\t<ab1> cd\t3\tnil\n%a*\tab||cd\t<ab>1<> <cd>\t1\t\n()%a+\t1|5\t<ab>1 <cd>\t3\tnil",
    ],
    "all that an iterator gives": [
      `for a, b, c, d in ("k=v; x=y"):gmatch("()(%w)=(%w)") do print(a, b, c, d) end
       local function three(_, i) if i < 2 then return i + 1, "b", "c" end end
       for a, b, c, d in three, nil, 0 do print(a, b, c, d) end
       for a, b, c in ("x y"):gmatch("%a") do print(a, b, c) end`,
      "1\tk\tv\tnil\n6\tx\ty\tnil\n1\tb\tc\tnil\n2\tb\tc\tnil\nx\tnil\tnil\ny\tnil\tnil",
    ],
  },
  "pcall of `error` (ERR-10)": {
    "pcall of error": [
      `print(pcall(error)) print(pcall(error, nil)) print(pcall(error, "text")) print(pcall(error, "text", 0)) print(pcall(error, "text", 2))
       local t = { code = 7 }
       print(select(2, pcall(error, t)) == t, pcall(error, 5, 1), pcall(error, "x", "y"))
       print(pcall(pcall, error, "inner")) print(pcall(error, setmetatable({}, { __tostring = function() return "shown" end })))`,
      "false\t<no error object>\nfalse\t<no error object>\nfalse\ttext\nfalse\ttext\nfalse\t[string \"section `Main` prologue\"]:1: text\ntrue\tfalse\tfalse\tbad argument #2 to 'error' (number expected, got string)\ntrue\tfalse\tinner\nfalse\tshown",
    ],
    "a handler around it sees nothing": [
      `local seen = 0
       print(xpcall(function() return pcall(error, "in") end, function(m) seen = seen + 1 return m end))
       print(xpcall(error, function(m) seen = seen + 1 return "handled " .. tostring(m) end, "out"))
       print(seen)`,
      "true\tfalse\tin\nfalse\thandled out\n1",
    ],
  },
};

for (const [what, cases] of Object.entries(programs)) {
  describe(what, () => {
    it.each(Object.entries(cases))("%s", async (_name, [source, output]) => {
      expect(await runProgram(source)).toBe(`${output}\n`);
    });
  });
}
