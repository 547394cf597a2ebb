import { describe, expect, it } from "vitest";
import { runProgram } from "./machine.ts";

/** More values than a JavaScript call takes arguments. */
const COUNT = 300_000;
const list = `local t = {} for i = 1, ${COUNT} do t[i] = i % 200 end`;

/** What stock Lua does with them, and what it prints. */
const uses: Readonly<Record<string, readonly [source: string, output: string]>> = {
  "select('#')": ["print(select('#', table.unpack(t)))", `${COUNT}`],
  "select('#') in a loop": ["for i = 1, 1 do print(select('#', table.unpack(t))) end", `${COUNT}`],
  "select of one": ["print((select(1001, table.unpack(t))))", "1"],
  "select from the end": ["print((select(-2, table.unpack(t))))", "199"],
  "select of all behind": ["print(#{select(2, table.unpack(t))})", `${COUNT - 1}`],
  "select out of range": [
    "print(pcall(function() return (select(-1000000, table.unpack(t))) end))",
    `false\t[string "section \`Main\` prologue"]:2: bad argument #1 to 'select' (index out of range)`,
  ],
  "the results of a function": [
    "local function f() return table.unpack(t) end print(select('#', f()))",
    `${COUNT}`,
  ],
  "further results": [
    "local function f() return 1, table.unpack(t) end print(select('#', f()))",
    `${COUNT + 1}`,
  ],
  "a list": ["print(#{table.unpack(t)}, #{0, table.unpack(t)})", `${COUNT}\t${COUNT + 1}`],
  "a list with fields": ["print(#{x = 1, table.unpack(t)})", `${COUNT}`],
  "string.char": ["print(#string.char(65, table.unpack(t)))", `${COUNT + 1}`],
  "math.max and math.min": ["print(math.max(table.unpack(t)), math.min(5, table.unpack(t)))", "199\t0"],
  "table.pack": ["print(table.pack(table.unpack(t)).n)", `${COUNT}`],
  "table.concat": ["print(#table.concat({table.unpack(t)}))", `${(COUNT / 200) * (10 + 180 + 300)}`],
  assert: ["print(select('#', assert(1, table.unpack(t))))", `${COUNT + 1}`],
  "the bytes of a string": [`print(select('#', ('x'):rep(${COUNT}):byte(1, -1)))`, `${COUNT}`],
  "a protected call": ["print(select('#', pcall(table.unpack, t)))", `${COUNT + 1}`],
  assignments: ["local a, b = table.unpack(t) a, b = table.unpack(t) print(a, b)", "1\t2"],
  "almost a million": ["print(select('#', table.unpack({}, 1, 999999)))", "999999"],
  "a million": ["print(pcall(table.unpack, {}, 1, 1000000))", "false\ttoo many results to unpack"],
};

describe("more values than JavaScript passes as arguments (manual §3.4.10)", () => {
  it.each(Object.entries(uses))("%s", async (_name, [source, output]) => {
    expect(await runProgram(`${list}\n${source}`, "later", 100_000_000)).toBe(`${output}\n`);
  });

  it("as arguments of a function of the prompt they are a stack overflow, which pcall sees", async () => {
    const source = `local function f(...) return select('#', ...) end
print(pcall(function() return (f(table.unpack(t))) end))
print(f(table.unpack(t, 1, 50000)))`;
    const output = await runProgram(`${list}\n${source}`, "later", 100_000_000);
    expect(output).toMatch(/^false\t.*stack overflow\n50000\n$/);
  });

  it("a function that shadows a library name gets them as usual", async () => {
    const source = "local function select(n, a, b) return b, n end print((select(1, table.unpack({7, 8}))))";
    expect(await runProgram(source)).toBe("8\n");
  });
});
