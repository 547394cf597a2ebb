import { describe, expect, it } from "vitest";
import { runProgram } from "./machine.ts";

/** A function that raises; called in a loop, so that it is compiled for speed. */
const RAISING = `
local function raise(how)
  if how == 'text' then error('raised') end
  if how == 'table' then error({ code = 7 }) end
  if how == 'caller' then error('of the caller', 2) end
  if how == 'nil' then error(nil) end
  return 'fine', how
end
for i = 1, 3 do raise() end
`;

/** Names for a frame that takes much stack. */
const LOCALS = Array.from({ length: 120 }, (_, place) => `l${place}`).join(", ");

/** Runs what a loop of each program prints, behind \`RAISING\`. */
const prints = (cases: Readonly<Record<string, readonly [program: string, output: string]>>): void => {
  it.each(Object.entries(cases))("%s", async (_name, [program, output]) => {
    expect(await runProgram(RAISING + program)).toBe(output);
  });
};

const at = (line: number) => `[string "section \`Main\` prologue"]:${line}: `;

describe("an error that a function raises itself (ERR-10)", () => {
  prints({
    "is what pcall gives": [
      `for i, how in ipairs({ 'text', 'table', 'other', 'nil' }) do
        local ok, e, more = pcall(raise, how)
        print(ok, type(e) == 'table' and e.code or e, more)
      end`,
      `false\t${at(3)}raised\tnil\nfalse\t7\tnil\ntrue\tfine\tother\nfalse\t<no error object>\tnil\n`,
    ],
    "is thrown to a caller that is not pcall": [
      `local function outer(how) local first = raise(how) return 'went on with ' .. tostring(first) end
      for i, how in ipairs({ 'text', 'other' }) do print(pcall(outer, how)) end
      for i, how in ipairs({ 'text', 'other' }) do print(pcall(function() return raise(how), 'behind' end)) end`,
      `false\t${at(3)}raised\ntrue\twent on with fine\nfalse\t${at(3)}raised\ntrue\tfine\tbehind\n`,
    ],
    "is thrown to itself": [
      `local function deep(n)
        if n == 0 then error('bottom') end
        local got = deep(n - 1)
        return 'went on with ' .. tostring(got)
      end
      for i = 1, 2 do print(pcall(deep, i)) end`,
      `false\t${at(11)}bottom\nfalse\t${at(11)}bottom\n`,
    ],
    "passes pcall in pcall": [
      `local function twice(how) local ok, e = pcall(raise, how) error(tostring(ok) .. ' ' .. tostring(e), 0) end
      for i, how in ipairs({ 'text', 'other' }) do print(pcall(twice, how)) end
      for i = 1, 2 do print(pcall(pcall, raise, 'text')) end
      for i = 1, 2 do print(pcall(pcall)) end`,
      `false\tfalse ${at(3)}raised\nfalse\ttrue fine\n${`true\tfalse\t${at(3)}raised\n`.repeat(2)}${"false\tbad argument #1 to 'pcall' (value expected)\n".repeat(2)}`,
    ],
    "is shown to the handler of xpcall": [
      `for i, how in ipairs({ 'text', 'other' }) do print(xpcall(raise, function(m) return '<' .. m .. '>' end, how)) end`,
      `false\t<${at(3)}raised>\ntrue\tfine\tother\n`,
    ],
    "goes with a tail call": [
      `local function tail(how) return raise(how) end
      for i, how in ipairs({ 'text', 'other' }) do print(pcall(tail, how)) end`,
      `false\t${at(3)}raised\ntrue\tfine\tother\n`,
    ],
    "may come from the function of __call": [
      `local callable = setmetatable({}, { __call = function(self, how) return raise(how) end })
      local same = setmetatable({}, { __call = raise })
      for i, how in ipairs({ 'text', 'other' }) do print(pcall(callable, how)) end
      print((select('#', pcall(same))))`,
      `false\t${at(3)}raised\ntrue\tfine\tother\n3\n`,
    ],
    "has the level that it asks for; pcall itself has no line": [
      `local function calls(how) raise(how) end
      for i = 1, 2 do print(pcall(calls, 'caller')) end
      for i = 1, 2 do print(pcall(raise, 'caller')) end`,
      `${`false\t${at(10)}of the caller\n`.repeat(2)}${"false\tof the caller\n".repeat(2)}`,
    ],
    "closes variables": [
      `local log = {}
      local function closing(how)
        local guard <close> = setmetatable({}, { __close = function(_, e) log[#log + 1] = tostring(e) end })
        do local inner <close> = setmetatable({}, { __close = function() log[#log + 1] = 'inner' end }) end
        raise(how)
        error('own')
      end
      for i, how in ipairs({ 'text', 'other' }) do print(pcall(closing, how)) end
      print(table.concat(log, ' '))`,
      `false\t${at(3)}raised\nfalse\t${at(15)}own\ninner ${at(3)}raised inner ${at(15)}own\n`,
    ],
    "is thrown by a call that comes after one that had no stack to begin": [
      `local failed, went = 0, 0
      local function large(how)
        local ${LOCALS} = how
        if how then error('raised') end
        return ${LOCALS}
      end
      for i = 1, 3 do large() end
      local function dive()
        if pcall(large) then return (dive()) end
        failed = failed + 1
      end
      local function enter(k, ...)
        if k > 0 then return (enter(k - 1, k, ...)) end
        dive()
        local got = large('text')
        went = went + 1
      end
      for i = 1, 40 do pcall(enter, i) end
      print(failed > 0, went)`,
      "true\t0\n",
    ],
  });
});

describe("assert as a statement", () => {
  prints({
    "fails with a message at its line, or with none": [
      `local function check(a, b)
        assert(a, 'no a')
        assert(not
          b)
        return 'fine'
      end
      for i = 1, 2 do print(check(1, false)) end
      for i = 1, 2 do print(pcall(check, nil, 1)) end
      for i = 1, 2 do print(pcall(check, false, 1)) end
      for i = 1, 2 do print(pcall(check, 0, 1)) end
      for i = 1, 2 do print(pcall(function(...) return (check(...)) end, 'a', 'b')) end`,
      `${"fine\n".repeat(2)}${`false\t${at(11)}no a\n`.repeat(4)}${`false\t${at(12)}assertion failed!\n`.repeat(4)}`,
    ],
    "computes what it is given once, whatever comes of it": [
      `local log = {}
      local function note(x) log[#log + 1] = tostring(x) return x end
      local function check(a, b)
        assert(note(a), 'a')
        assert(note(a) and note(b))
        assert(note(a) == 1 or note(b) ~= nil, 'c')
        assert(note(b), note('message'))
        assert(note(true))
        assert(select(2, 1, note(b)))
        assert((note(2)))
      end
      for i, b in ipairs({ 1, false }) do print(pcall(check, b, b)) end
      print(pcall(check, 1, nil))
      print(pcall(check, 2, false))
      print(table.concat(log, ' '))`,
      `true\nfalse\t${at(13)}a\nfalse\t${at(14)}assertion failed!\nfalse\t${at(14)}assertion failed!\n${"1 1 1 1 1 message true 1 2 false 1 1 nil 2 2 false"}\n`,
    ],
    "gives errors of its condition their own place and names": [
      `local function check(t)
        assert(t.x
          .y, 'no y')
      end
      for i = 1, 2 do print(pcall(check, { x = { y = 1 } })) end
      for i = 1, 2 do print(pcall(check, {})) end
      for i = 1, 2 do print(pcall(check, { x = { y = false } })) end`,
      `true\ntrue\n${`false\t${at(12)}attempt to index a nil value (field 'x')\n`.repeat(2)}${`false\t${at(11)}no y\n`.repeat(2)}`,
    ],
  });
});
