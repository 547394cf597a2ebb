import { describe, expect, it } from "vitest";
import { runProgram } from "./machine.ts";

const refusal = "attempt to yield across a C-call boundary";

/** Expressions that wait where real Lua's C code is in between, by what stands there. */
const refused: Readonly<Record<string, string>> = {
  "a comparator of table.sort": "table.sort({2, 1}, function() return user_input() end)",
  "__lt in table.sort": "table.sort({waiting, waiting})",
  "a callback of string.gsub": "('x'):gsub('x', function() return user_input() end)",
  "__index of the table of string.gsub": "('x'):gsub('x', waiting)",
  __tostring: "tostring(waiting)",
  "__tostring in string.format": "string.format('%s', waiting)",
  "__index in ipairs": "each(ipairs(waiting))",
  "__index in table.concat": "table.concat(waiting, ',', 1, 2)",
  "__index in table.unpack": "table.unpack(waiting, 1, 2)",
  "__newindex in table.insert": "table.insert(waiting, 1)",
  "__len in table.remove": "table.remove(waiting)",
  "__lt in math.max": "math.max(waiting, waiting)",
  "the host function itself as a callback": "('x'):gsub('x', user_input)",
};

const head = `local function wait() return user_input() end
local waiting = setmetatable({}, {__lt = wait, __index = wait, __newindex = wait, __len = wait, __tostring = wait})
local function each(f, s, c) for i in f, s, c do return i end end
`;

describe("where nothing can wait a suspending call is refused (SUS-02)", () => {
  it.each(Object.entries(refused))("%s", async (_name, expression) => {
    const program = `${head}print(pcall(function() return ${expression} end))
print(pcall(function() local text, available = user_input() return text, available end))`;
    expect(await runProgram(program)).toBe(`false\t${refusal}\ntrue\tanswer\ttrue\n`);
  });

  it("a message handler", async () => {
    const program = `print(xpcall(error, function(m) local ok, e = pcall(user_input) return m .. ": " .. tostring(e) end, "m"))
print(user_input())`;
    expect(await runProgram(program)).toBe(`false\tm: ${refusal}\nanswer\ttrue\n`);
  });

  it("a caught refusal changes nothing: the callback goes on", async () => {
    const program = `print((('ab'):gsub('.', function(c) return pcall(user_input) and '!' or c .. c end)))`;
    expect(await runProgram(program)).toBe("aabb\n");
  });
});

describe("a tail call of a suspending function (LUA-07)", () => {
  it("through __call", async () => {
    const program = `local c = setmetatable({}, {__call = function(self, n) user_input() if n == 0 then return "done" end return self(n - 1) end})
print(c(3))`;
    expect(await runProgram(program)).toBe("done\n");
  });
});
