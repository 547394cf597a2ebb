import { describe, expect, it } from "vitest";
import { measureProgram } from "../../bench/measure.mjs";
import { equalResults, summarise } from "../../bench/summary.mjs";

const program = { name: "p", path: "p.lua", source: "", n: 1, twins: undefined };
const calls = { warmUp: 2, timed: 3 };

const engine = (name: string, script: string | undefined, isLua = true) => ({
  name,
  isLua,
  present: () => true,
  command: async () => (script === undefined ? undefined : [process.execPath, "-e", script]),
});

/** A worker whose n-th call takes n times `step` milliseconds. */
const worker = (step: number, result = "integer:1") => `
  let count = 0;
  process.stdin.on("data", () => { count += ${step}; console.log([count, count / 2, "${result}"].join("\\t")); });
`;

describe("measuring", () => {
  it("leaves the warm-up calls out and takes the median", async () => {
    const measured = await measureProgram(program, [engine("a", worker(10))], calls);
    expect(measured["a"]).toEqual({
      median: 40,
      processor: 20,
      samples: [30, 40, 50],
      results: ["integer:1"],
    });
  });

  it("goes on when an engine fails, and says why", async () => {
    const broken = engine("broken", 'console.error("no such thing"); process.exit(3)');
    const quitter = engine("quitter", "process.exit(0)");
    const engines = [broken, engine("absent", undefined), engine("a", worker(1)), quitter];
    const measured = await measureProgram(program, engines, calls);
    expect(measured["broken"]).toEqual({ failure: "no such thing" });
    expect(measured["quitter"]).toEqual({ failure: "ended before its last call" });
    expect(measured["a"]?.median).toBe(4);
    expect(measured).not.toHaveProperty("absent");
  });
});

describe("the summary", () => {
  const engines = [engine("ours", ""), engine("lua5.4", ""), engine("other", "", false)];
  const took = (median: number, result: string) => ({
    median,
    processor: median,
    samples: [median],
    results: [result],
  });

  it("is over the reference", () => {
    const rows = {
      one: { ours: took(1, "integer:1"), "lua5.4": took(2, "integer:1"), other: took(4, "float:1") },
      two: { ours: took(4, "string:a"), "lua5.4": took(2, "string:a"), other: took(1, "string:a") },
    };
    const { geomean, timesOurs, failures, notes } = summarise(rows, engines, "lua5.4");
    expect(geomean["ours"]).toBeCloseTo(1);
    expect(geomean["other"]).toBeCloseTo(1);
    expect(timesOurs["other"]).toBeCloseTo(1);
    expect([failures, notes]).toEqual([[], []]);
  });

  it("does not count wrong results, which are failures of what is Lua 5.4", () => {
    const rows = {
      one: { ours: took(1, "float:1"), "lua5.4": took(2, "integer:1"), other: took(4, "integer:2") },
      two: { ours: took(1, "integer:1"), "lua5.4": took(4, "integer:1"), other: { failure: "boom\nmore" } },
    };
    const { geomean, failures, notes } = summarise(rows, engines, "lua5.4");
    expect(geomean).toEqual({ ours: 0.25, "lua5.4": 1 });
    expect(failures).toEqual(["one, ours: gives float:1 and not integer:1"]);
    expect(notes).toEqual(["one, other: gives integer:2 and not integer:1", "two, other: boom"]);
  });
});

describe("equal results", () => {
  it.each([
    [["integer:1"], ["integer:1"], true, true],
    [["integer:1"], ["float:1"], true, false],
    [["integer:1"], ["float:1"], false, true],
    [["float:0.10000000000000001"], ["float:0.1"], true, true],
    [["float:0.10000000000000002"], ["float:0.1"], true, false],
    [["integer:9007199254740993"], ["integer:9007199254740992"], true, false],
    [["string:1"], ["integer:1"], false, false],
    [["integer:1", "nil:nil"], ["integer:1"], true, false],
  ])("%j and %j, Lua 5.4: %j", (left, right, isLua, equal) => {
    expect(equalResults(left, right, isLua)).toBe(equal);
  });
});
