import { describe, expect, it } from "vitest";
import { runProgram } from "./machine.ts";

/** Lists whose slots are written out of order, and what they print (META-04, ITER-01). */
const programs: Readonly<Record<string, readonly [source: string, output: string]>> = {
  "a list that begins at 2 has no border but 0 until its first slot is there": [
    "local t = {} for i = 2, 6 do t[i] = i end print(#t) t[1] = 1 print(#t)",
    "0\n6",
  ],
  "a walk gives numbers in order, before names": [
    "local t = { x = 1 } for _, k in ipairs({ 3, 2, 6, -1 }) do t[k] = k end for k in pairs(t) do print(k) end",
    "-1\n2\n3\n6\nx",
  ],
  "the last slot behind a gap is cleared": [
    "local t = {} for _, k in ipairs({ 2, 4 }) do t[k] = k end t[4] = nil print(#t, next(t)) t[2] = nil print((next(t)))",
    "0\t2\t2\nnil",
  ],
  "a slot that a walk fills is not met": [
    "local t = {} for _, k in ipairs({ 2, 5 }) do t[k] = k end for k in pairs(t) do t[7] = 1 print(k) end print(t[7])",
    "2\n5\n1",
  ],
  "keys that lie behind a wide gap stay where they are": [
    "local t = {} for _, k in ipairs({ 9, 2, 4, 1, 3 }) do t[k] = k end print(#t, t[9]) for k in pairs(t) do print(k) end",
    "4\t9\n1\n2\n3\n4\n9",
  ],
};

describe("a list with gaps", () => {
  it.each(Object.entries(programs))("%s", async (_name, [source, output]) => {
    expect(await runProgram(source)).toBe(`${output}\n`);
  });
});
