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
