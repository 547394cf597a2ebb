import { describe, expect, it } from "vitest";
import { runProgram } from "./machine.ts";

/** Library functions that call metamethods: what these use of the string library must be linked. */
const programs: Readonly<Record<string, readonly [source: string, printed: string]>> = {
  tostring: ["print(tostring(o))", "ABC\n"],
  "string.format": ["print(string.format('%s', o))", "ABC\n"],
  "table.concat": ["print(table.concat({o, 'x'}))", "ABCx\n"],
  "table.sort": ["local t = {o, make('abb')} table.sort(t) print(t[1].name)", "abb\n"],
  "table.unpack": ["print(table.unpack(o, 1, 1))", "1C\n"],
  "string.gsub": ["print((('a'):gsub('a', o)))", "aC\n"],
  "math.max": ["print(math.max(1, 2), tostring(o))", "2\tABC\n"],
};

describe("metamethods that library functions call", () => {
  it.each(Object.entries(programs))("%s", async (_name, [source, printed]) => {
    const make = `local mt = {}
mt.__tostring = function(self) return self.name:upper() end
mt.__lt = function(a, b) return a.name:reverse() < b.name:reverse() end
mt.__index = function(self, key) return tostring(key) .. ("c"):upper() end
local function make(name) return setmetatable({name = name}, mt) end
local o = make("abc")
`;
    expect(await runProgram(make + source)).toBe(printed);
  });
});
