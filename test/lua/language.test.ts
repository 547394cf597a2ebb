import { describe, expect, it } from "vitest";
import { runProgram } from "./machine.ts";

/** A position as Lua sees it. */
const at = (line: number) => `[string "section \`Main\` prologue"]:${line}: `;

/** Runs programs that stand beside what they print. */
function prints(cases: Readonly<Record<string, readonly [program: string, output: string]>>): void {
  it.each(Object.entries(cases))("%s", async (_name, [program, output]) => {
    expect(await runProgram(program)).toBe(output);
  });
}

describe("levels of errors (manual §6.1 error)", () => {
  prints({
    "level 2 is the caller": [
      "local function f() error('m', 2) end\nlocal function g()\n f()\n end\nprint(pcall(g))",
      `false\t${at(3)}m\n`,
    ],
    "level 2 of error called by pcall is the caller of pcall": [
      "print(\npcall(error, 'm', 2))",
      `false\t${at(2)}m\n`,
    ],
    "level 3 of a function called by pcall, too": [
      "local function f() error('m', 3) end\nprint(pcall(f))",
      `false\t${at(2)}m\n`,
    ],
    "in a tail call of pcall, too": [
      "print((function()\n return pcall(error, 'm', 2) end)())",
      `false\t${at(2)}m\n`,
    ],
    "a message handler sees it": [
      "print(xpcall(error, function(m) return m .. '!' end, 'm', 2))",
      `false\t${at(1)}m!\n`,
    ],
    "pcall itself has no position": [
      "print(pcall(error, 'm'))\nlocal p = pcall\nprint(p(error, 'm', 1))",
      "false\tm\nfalse\tm\n",
    ],
    "a place is used once": [
      "print(pcall(error, 'm', 2))\nlocal p = pcall\nprint(p(error, 'm', 2))",
      `false\t${at(1)}m\nfalse\tm\n`,
    ],
    "error as a field of _G": [
      "local function f() _G.error('m', 3) end\nprint(pcall(f))\nprint(_G.pcall(_ENV.error, 'm', 2))",
      `false\t${at(2)}m\nfalse\t${at(3)}m\n`,
    ],
    "error found in the globals table": [
      "local g, e = _G, 'err' .. 'or'\nlocal function f() g[e]('m', 3) end\nprint(pcall(f))",
      `false\t${at(3)}m\n`,
    ],
    "a library function has none": [
      "print(pcall(table.sort, {2, 1}, function() error('m', 2) end))\nprint(pcall(function() return ('x'):gsub('x', function() error('m', 2) end) end))",
      "false\tm\nfalse\tm\n",
    ],
    "a tail call of it leaves its caller in place": [
      "local m = setmetatable({}, {__tostring = function() error('m', 3) end})\nprint(pcall(function()\n return tostring(m) end))",
      `false\t${at(3)}m\n`,
    ],
    "but its caller has": [
      "local function f() error('m', 3) end\nprint(pcall(function()\n table.sort({2, 1}, f) end))",
      `false\t${at(3)}m\n`,
    ],
  });
});

describe("errors inside library functions have no position", () => {
  prints({
    comparison: [
      "print(pcall(function() table.sort({1, 'x'}) end))",
      "false\tattempt to compare string with number\n",
    ],
    "arithmetic of strings": [
      "print(pcall(function() return '1' // 0 end))",
      "false\tattempt to divide by zero\n",
    ],
    "metamethod that the arithmetic of strings calls": [
      "local t = setmetatable({}, {__add = 1, __pow = {}})\nprint(pcall(function() return 's' + t end))\nprint(pcall(function() return '1' ^ t end))\nprint(pcall(function() return t + 's' end))",
      `false\tattempt to call a number value\nfalse\tattempt to call a table value\nfalse\t${at(4)}attempt to call a number value (metamethod 'add')\n`,
    ],
    maximum: [
      "print(pcall(function() return math.max(1, {}) end))",
      "false\tattempt to compare number with table\n",
    ],
    "index of a proxy": [
      "print(pcall(function() return table.unpack(setmetatable({}, {__index = 1}), 1, 2) end))",
      "false\tattempt to index a number value\n",
    ],
    "length of a proxy": [
      "print(pcall(function() table.insert(setmetatable({}, {__len = 1}), 1) end))",
      "false\tattempt to call a number value\n",
    ],
    "iterator of ipairs": [
      "print(pcall(function() for i in ipairs(5) do end end))",
      "false\tattempt to index a number value\n",
    ],
    __tostring: [
      "print(pcall(function() return tostring(setmetatable({}, {__tostring = 1})) end))",
      "false\tattempt to call a number value\n",
    ],
    "argument of a callback": [
      "print(pcall(function() return ('x'):gsub('x', string.rep) end))",
      "false\tbad argument #2 to 'string.rep' (number expected, got no value)\n",
    ],
  });
});

describe("names in messages", () => {
  prints({
    "a metamethod that cannot be called": [
      "local m = setmetatable({}, {__add = 1, __len = 1, __lt = 1, __close = 1})\nprint(pcall(function() return m + 1 end))\nprint(pcall(function() return #m end))\nprint(pcall(function() return m < m end))\nprint(pcall(function() local x <close> = m end))",
      [
        [2, "add"],
        [3, "len"],
        [4, "lt"],
        [5, "close"],
      ]
        .map(
          ([line, event]) =>
            `false\t${at(line as number)}attempt to call a number value (metamethod '${event}')\n`,
        )
        .join(""),
    ],
    "a field of _ENV is a global": [
      "print(pcall(function() return _ENV.x.y end))",
      `false\t${at(1)}attempt to index a nil value (global 'x')\n`,
    ],
    "a constant key": [
      "local k <const> = 'name'\nlocal t = {}\nprint(pcall(function() return t[k].x end))",
      `false\t${at(3)}attempt to index a nil value (field 'name')\n`,
    ],
    "what a chain of concatenations has joined": [
      "local a = setmetatable({}, {__concat = function() return false end})\nprint(pcall(function() return 'x' .. a .. a end))",
      `false\t${at(2)}attempt to concatenate a boolean value (upvalue 'a')\n`,
    ],
    "what remains of an `and` or `or` that C Lua has decided": [
      "c = {}\nfor _, f in ipairs {function() return 1 ~ (-1.0 and c) end, function() return 1 ~ (1 + 1 and c) end,\n function() return 1 ~ ((x or 2) and c) end, function() return 1 ~ (0 * 1.0 and c) end} do print((select(2, pcall(f)):gsub('.*:%d+: ', ''))) end",
      `${"attempt to perform bitwise operation on a table value (global 'c')\n".repeat(3)}attempt to perform bitwise operation on a table value\n`,
    ],
    "what remains of a decided `and`": [
      "print(pcall(function() return (1 and x) + 1 end))",
      `false\t${at(1)}attempt to perform arithmetic on a nil value (global 'x')\n`,
    ],
  });
});

describe("lines of operations over several lines", () => {
  const nothing = "attempt to index a nil value";
  prints({
    "an index: its key": [
      "local t = {}\nprint(pcall(function() return t\n.x\n.y end))",
      `false\t${at(4)}${nothing} (field 'x')\n`,
    ],
    "an index before an operator: the operator": [
      "local t = {}\nprint(pcall(function() return t.x.y\n+ 1 end))",
      `false\t${at(3)}${nothing} (field 'x')\n`,
    ],
    "an assignment: its end": [
      "local t = {}\nprint(pcall(function() t.x.y =\n1 end))",
      `false\t${at(3)}${nothing} (field 'x')\n`,
    ],
    "a comparison: its second operand": [
      "print(pcall(function() return 1 <\n{} end))",
      `false\t${at(2)}attempt to compare number with table\n`,
    ],
    "a concatenation: the last operator": [
      "local x\nprint(pcall(function() return 'a'\n.. x\n.. 'b' end))",
      `false\t${at(4)}attempt to concatenate a nil value (upvalue 'x')\n`,
    ],
    "arithmetic: the operator": [
      "print(pcall(function() return 1\n+\n{} end))",
      `false\t${at(2)}attempt to perform arithmetic on a table value\n`,
    ],
    "a numeric for: its last bound": [
      "print(pcall(function() for i =\n1,\n{} do end end))",
      `false\t${at(3)}bad 'for' limit (number expected, got table)\n`,
    ],
    "a call: its parenthesis (5.5)": [
      "print(pcall(function() return (nil\n)\n(1) end))",
      `false\t${at(3)}attempt to call a nil value\n`,
    ],
  });
});

/** C Lua reports the last token that it has consumed when it emits an operation (`differences.ts`: statement-lines). */
describe("lines of statements over several lines", () => {
  prints({
    "an index in a list: the comma": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) local a, b = n.x\n, 1 end))",
      `false\t${at(3)}attempt to index a nil value (upvalue 'n')\n`,
    ],
    "the last of a list: its end": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) local a, b = 1,\nn.x\n end))",
      `false\t${at(3)}attempt to index a nil value (upvalue 'n')\n`,
    ],
    "an index in parentheses: the parenthesis": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) return (n.x\n) end))",
      `false\t${at(3)}attempt to index a nil value (upvalue 'n')\n`,
    ],
    "a last argument: the parenthesis": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) f(1, n.x\n) end))",
      `false\t${at(3)}attempt to index a nil value (upvalue 'n')\n`,
    ],
    "an item of a constructor: the comma": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) return { n.x\n, 1 } end))",
      `false\t${at(3)}attempt to index a nil value (upvalue 'n')\n`,
    ],
    "the last item of a constructor: the brace": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) return { n.x\n,\n} end))",
      `false\t${at(4)}attempt to index a nil value (upvalue 'n')\n`,
    ],
    "a key of a constructor: its value": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) return { [n]\n=\n1\n} end))",
      `false\t${at(4)}table index is nil\n`,
    ],
    "a comparison with parentheses: the parenthesis": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) return 1 < (n\n) end))",
      `false\t${at(3)}attempt to compare number with nil\n`,
    ],
    "a method: its name": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) n\n:x\n() end))",
      `false\t${at(3)}attempt to index a nil value (upvalue 'n')\n`,
    ],
    "the object of a method: the method's name": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) return t.x\n.y\n:z() end))",
      `false\t${at(4)}attempt to index a nil value (field 'x')\n`,
    ],
    "a call of a global: its parenthesis (5.5)": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) undefined\n() end))",
      `false\t${at(3)}attempt to call a nil value (global 'undefined')\n`,
    ],
    "the name of a function: the line of function": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) function\nt.q\n.w() end end))",
      `false\t${at(2)}attempt to index a nil value (field 'q')\n`,
    ],
    "a chain in the name of a function: the name before": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) function t\n.q\n.w\n.e() end end))",
      `false\t${at(4)}attempt to index a nil value (field 'q')\n`,
    ],
    "a key that is nil: the end of the assignment": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) t[\nnil\n] =\n1 end))",
      `false\t${at(5)}table index is nil\n`,
    ],
    "an assigned chain: the field before": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) t\n.a\n.b\n.c = 1 end))",
      `false\t${at(4)}attempt to index a nil value (field 'a')\n`,
    ],
    "several targets: the end of the assignment": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) t.x, t[n]\n=\n1,\n2 end))",
      `false\t${at(5)}table index is nil\n`,
    ],
    "the step of a numeric for: do": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) for i = 1, 2, n\ndo end end))",
      `false\t${at(3)}bad 'for' step (number expected, got nil)\n`,
    ],
    "a step of zero: do": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) for i = 1, 2, 0\ndo end end))",
      `false\t${at(3)}'for' step is zero\n`,
    ],
    "an iterator: what stands behind in": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) for i\nin\nn\ndo end end))",
      `false\t${at(4)}attempt to call a nil value (for iterator 'for iterator')\n`,
    ],
    "an iterator that raises: what stands behind in": [
      "local function f() error('m', 2) end\nprint(pcall(function() for i in\nf\ndo end end))",
      `false\t${at(3)}m\n`,
    ],
    "a condition: its end (5.5)": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) if n.x\nthen end end))",
      `false\t${at(2)}attempt to index a nil value (upvalue 'n')\n`,
    ],
    "a value that cannot be closed: the end of its declaration": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) local x <close>\n=\n1\n end))",
      `false\t${at(4)}variable 'x' got a non-closable value\n`,
    ],
    "a value of a for that cannot be closed: do": [
      "local n, t, f = nil, {}, function() end\nprint(pcall(function(...) for i in f, 1, 2, 3\ndo end end))",
      `false\t${at(3)}variable '(for state)' got a non-closable value\n`,
    ],
    "__close at the end of a block: its last token": [
      'local closing = setmetatable({}, {__close = function() error("m", 2) end})\nprint(pcall(function() do local x <close> = closing\nlocal y = 1\nend end))',
      `false\t${at(3)}m\n`,
    ],
    "__close at the end of a function: end": [
      'local closing = setmetatable({}, {__close = function() error("m", 2) end})\nprint(pcall(function() local x <close> = closing\nlocal y = 1\n end))',
      `false\t${at(4)}m\n`,
    ],
    "__close at a return: its last token": [
      'local closing = setmetatable({}, {__close = function() error("m", 2) end})\nprint(pcall(function() local x <close> = closing\nreturn 1,\n2\n end))',
      `false\t${at(4)}m\n`,
    ],
    "__close at a return of a call: its parenthesis": [
      'local closing = setmetatable({}, {__close = function() error("m", 2) end})\nprint(pcall(function() local x <close> = closing\nreturn tostring(\n1)\n end))',
      `false\t${at(4)}m\n`,
    ],
    "__close at a return without values: return": [
      'local closing = setmetatable({}, {__close = function() error("m", 2) end})\nprint(pcall(function() local x <close> = closing\nreturn\n end))',
      `false\t${at(3)}m\n`,
    ],
    "__close at a break (5.5)": [
      'local closing = setmetatable({}, {__close = function() error("m", 2) end})\nprint(pcall(function() while true do local x <close> = closing\nbreak\nend end))',
      `false\t${at(3)}m\n`,
    ],
    "__close at the end of a round: its last token": [
      'local closing = setmetatable({}, {__close = function() error("m", 2) end})\nprint(pcall(function() for i = 1, 2 do local x <close> = closing\nlocal y\nend end))',
      `false\t${at(3)}m\n`,
    ],
    "__close at until: the condition": [
      'local closing = setmetatable({}, {__close = function() error("m", 2) end})\nprint(pcall(function() repeat local x <close> = closing\nuntil\ntrue\n end))',
      `false\t${at(4)}m\n`,
    ],
    "__close at goto (5.5)": [
      'local closing = setmetatable({}, {__close = function() error("m", 2) end})\nprint(pcall(function() do local x <close> = closing\ngoto\nl\nend ::l::\n end))',
      `false\t${at(4)}m\n`,
    ],
    "__close of a for: end": [
      'local closing = setmetatable({}, {__close = function() error("m", 2) end})\nprint(pcall(function() for i in function() end, 1, 2, closing do\nend end))',
      `false\t${at(3)}m\n`,
    ],
    "__close of a for at a return": [
      'local closing = setmetatable({}, {__close = function() error("m", 2) end})\nprint(pcall(function() for i in pairs, {}, 2, closing do\nreturn\n1 end end))',
      `false\t${at(4)}m\n`,
    ],
    "a guarded global: the comma behind it": [
      "setmetatable(_G, {__index = function(_, k) error(k, 2) end})\nprint(pcall(function() print(1, undefined\n, 2) end))",
      `false\t${at(3)}undefined\n`,
    ],
    "a guarded global that is called: its name": [
      "setmetatable(_G, {__index = function(_, k) error(k, 2) end})\nprint(pcall(function() undefined\n() end))",
      `false\t${at(2)}undefined\n`,
    ],
  });
});

describe("names where _ENV cannot be indexed", () => {
  const nothing = "attempt to index a nil value";
  prints({
    "a local, written": [
      "print(pcall(function() local _ENV = nil; x = 1 end))",
      `false\t${at(1)}${nothing} (local '_ENV')\n`,
    ],
    "a local, read": [
      "print(pcall(function() local _ENV = nil; return x end))",
      `false\t${at(1)}${nothing} (local '_ENV')\n`,
    ],
    "a local, called": [
      "print(pcall(function() local _ENV = nil; x() end))",
      `false\t${at(1)}${nothing} (local '_ENV')\n`,
    ],
    "an upvalue": [
      "print(pcall(function() local _ENV = nil; return (function() x = 1 end)() end))",
      `false\t${at(1)}${nothing} (upvalue '_ENV')\n`,
    ],
    "a parameter": [
      "print(pcall(function(_ENV) x = 1 end, 5))",
      `false\t${at(1)}attempt to index a number value (local '_ENV')\n`,
    ],
    "that of the chunk": [
      "local p = print\nlocal function f() x = 1 end\np(pcall(function() _ENV = nil\nf() end))",
      `false\t${at(2)}${nothing} (upvalue '_ENV')\n`,
    ],
  });
});

const closable = `local function new(name)
  return setmetatable({}, {__close = function(_, e) print("close " .. name, e) end})
end
`;

describe("to-be-closed variables (manual §3.3.8)", () => {
  prints({
    "a label behind one": [
      `${closable}do local a <close> = new "a" do goto out end ::out:: print "out" end`,
      "out\nclose a\tnil\n",
    ],
    "a jump out of the scope to the end of the block": [
      `${closable}do goto e local a <close> = new "a" ::e:: end\ndo local b <close> = new "b" goto e print "no" ::e:: end`,
      "close b\tnil\n",
    ],
    "a loop of gotos": [
      `${closable}do local n = 0 ::top:: n = n + 1 local a <close> = new(n) if n < 3 then goto top end print "end" end`,
      "close 1\tnil\nclose 2\tnil\nend\nclose 3\tnil\n",
    ],
    "until sees it open": [
      `${closable}local n = 0 repeat n = n + 1 local a <close> = new(n) until print("until", n) or n == 2`,
      "until\t1\nclose 1\tnil\nuntil\t2\nclose 2\tnil\n",
    ],
    "break closes the value of a generic for": [
      `${closable}for k in function() return 1 end, nil, nil, new "for" do local a <close> = new "a" break end print "after"`,
      "close a\tnil\nclose for\tnil\nafter\n",
    ],
    "they see the position of an error of level 2": [
      `${closable}local function f() local a <close> = new "a" error("m", 2) end\nprint(pcall(function()\n f() end))`,
      `close a\t${at(6)}m\nfalse\t${at(6)}m\n`,
    ],
    "also when the level is that of pcall": [
      `${closable}print(pcall(function() local a <close> = new "a" error("m", 2) end))`,
      "close a\tm\nfalse\tm\n",
    ],
    "a message handler sees what they raise": [
      `print(xpcall(function() local a <close> = setmetatable({}, {__close = function() error("second", 0) end}) error("first", 0) end, function(m) print("handler", m) return m .. "!" end))`,
      "handler\tfirst\nhandler\tsecond\nfalse\tsecond!\n",
    ],
  });
});

describe("what else differed from real Lua", () => {
  prints({
    "a boxed float in a local is a number in fast code": [
      "local a, b = -1.0, 0.0 for i = 1, 2 do a = a / b print(a) end",
      "-inf\n-inf\n",
    ],
    "positional items of a constructor win": [
      "local t = {1, nil, [1] = 'x', [2] = 'y', [3] = 'z', [1.5] = 'w'} print(t[1], t[2], t[3], t[1.5])",
      "1\tnil\tz\tw\n",
    ],
    "a bound of a numeric for may be a numeric string": [
      "for i = '1', '2' do print(i) end for i = 1, '2' do print(i) end",
      "1.0\n2.0\n1\n2\n",
    ],
    "a float loop to nan runs once": [
      "for i = 1.0, 0/0 do print(i) end for i = 1, 0/0 do print(i) end",
      "1.0\n",
    ],
    "floor and ceil take a numeric string for a float": [
      "print(math.floor('0x7fffffffffffffff'), math.ceil('14381456697696931'))",
      "9.2233720368547758e+18\t14381456697696932\n",
    ],
    "tonumber with a base takes a plus": ["print(tonumber('+ff', 16), tonumber('-10', 2))", "255\t-2\n"],
    "what no call can be made of raises before the call is a tail call": [
      "local function w(f)\n if f then return user_input() end\n return f(1)\n end\nprint(pcall(w))",
      `false\t${at(3)}attempt to call a nil value (local 'f')\n`,
    ],
  });
});

describe("assignments to several targets (manual §3.3.3)", () => {
  prints({
    "the table and the key of a target are those before the statement, whatever other local has their name": [
      `local log, t = {}, {}
local function other() local x, t, k = 1, 2, 3 return x + t + k end
local x, y = {}, {}
log[x], x = 5
local k = "a"
t[k], k, t = 1, "b", nil
print(log[x or 1], next(log) ~= nil, t, k, other())`,
      "nil\ttrue\tnil\tb\t6\n",
    ],
    "in a function, too": [
      `local x, y, t = 1, 2, { 10 }
local function main()
  local f = function() local x, y, z, t = 1, 2, 3, 4 return x end
  local x, y = {}, f()
  local t, kept = t, t
  t[x], x = 7
  y, t[y], t = t, y, 5
  print(x, y == kept, t, kept[1], select("#", next(kept)))
end
main()`,
      "nil\ttrue\t5\t1\t2\n",
    ],
  });
});
