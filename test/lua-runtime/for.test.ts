import { describe, expect, it } from "vitest";
import { forLimit, forLoop, forValue } from "../../runtime/lua/for.ts";
import { float, integer } from "../../runtime/lua/number.ts";
import { LuaTable } from "../../runtime/lua/table.ts";
import type { Value } from "../../runtime/lua/value.ts";
import { errorOf, newVM, typed } from "./state.ts";

const vm = newVM();
const MAX = integer(2n ** 63n - 1n);
const MIN = integer(-(2n ** 63n));

/** The first five values of the loop variable, as emitted code runs the loop. */
function values(from: Value, to: Value, step: Value): unknown[] {
  const loop = forLoop(vm, from, to, step);
  const seen: unknown[] = [];
  let variable = loop.from as number;
  while (seen.length < 5 && (loop.step > 0 ? variable <= loop.to : variable >= loop.to)) {
    seen.push(typed(loop.plain ? variable : forValue(loop, variable)));
    variable += loop.step as number;
  }
  return seen;
}

const integers = (...all: (number | bigint | Value)[]): unknown[] => all.map((n) => `integer ${n as number}`);
const floats = (...all: string[]): unknown[] => all.map((n) => `float ${n}`);

describe("numeric for (manual §3.3.5)", () => {
  it.each<[string, Value, Value, Value, unknown[]]>([
    ["counts up", 1, 3, 1, integers(1, 2, 3)],
    ["counts down", 3, 1, -1, integers(3, 2, 1)],
    ["steps", 1, 6, 2, integers(1, 3, 5)],
    ["is empty", 2, 1, 1, []],
    ["is empty downwards", 1, 2, -1, []],
    ["floors a float limit", 1, 2.9, 1, integers(1, 2)],
    ["ceils a float limit downwards", -1, -2.9, -1, integers(-1, -2)],
    ["takes an integral float limit", 1, float(2), 1, integers(1, 2)],
    ["clips an infinite limit", 1, Infinity, 1, integers(1, 2, 3, 4, 5)],
    ["clips a limit below all integers", 1, -Infinity, 1, []],
    ["clips a limit above all integers downwards", 1, Infinity, -1, []],
    ["never runs up to nan", 1, NaN, 1, []],
    ["is a float loop for a float start", float(1), 2, 1, floats("1.0", "2.0")],
    ["is a float loop for a float step", 1, 2, 0.5, floats("1.0", "1.5", "2.0")],
    [
      "leaves the safe integers",
      2 ** 53 - 1,
      Infinity,
      2 ** 52,
      integers(...[0n, 1n, 2n, 3n, 4n].map((n) => 2n ** 53n - 1n + n * 2n ** 52n)),
    ],
    ["ends at maxinteger", integer(2n ** 63n - 3n), MAX, 2, integers(2n ** 63n - 3n, 2n ** 63n - 1n)],
    ["ends at mininteger", integer(-(2n ** 63n) + 1n), MIN, -1, integers(-(2n ** 63n) + 1n, MIN)],
    ["cannot overflow a step", 1, MAX, MAX, integers(1)],
    ["converts the text of a limit", 1, "2.5", 1, integers(1, 2)],
    ["is a float loop for the text of a start", "1", 2, 1, floats("1.0", "2.0")],
    ["runs once for a float start and a limit of nan", float(3), NaN, 1, floats("3.0")],
    ["runs once for a start of nan", NaN, 2, -1, floats("nan")],
    ["never runs up by nan", float(1), 2, NaN, []],
    ["runs once down by nan", float(2), 1, NaN, floats("2.0")],
    ["crosses all integers", MIN, MAX, MAX, integers(MIN, -1, 2n ** 63n - 2n)],
  ])("%s", (_text, from, to, step, expected) => expect(values(from, to, step)).toEqual(expected));

  it("keeps plain numbers where the limit cannot be reached", () => {
    expect(forLoop(vm, 1, Infinity, 1)).toEqual({
      from: 1,
      to: 2 ** 53 - 1,
      step: 1,
      float: false,
      big: false,
      plain: true,
      only: undefined,
    });
  });

  it.each<[Value, Value, Value, string]>([
    [1, 2, 0, "'for' step is zero"],
    [1, 2, float(0), "'for' step is zero"],
    [undefined, 1, 1, "bad 'for' initial value (number expected, got nil)"],
    ["one", 1, 1, "bad 'for' initial value (number expected, got string)"],
    [1, "", 1, "bad 'for' limit (number expected, got string)"],
    [1, 3, new LuaTable(), "bad 'for' step (number expected, got table)"],
    [undefined, undefined, undefined, "bad 'for' limit (number expected, got nil)"],
  ])("refused: %#", (from, to, step, text) => {
    const error = errorOf(() => forLoop(vm, from, to, step));
    expect([error.value, error.level]).toEqual([text, 1]);
  });

  it("a limit alone is a number within the safe integers", () => {
    expect(forLimit(vm, 5)).toBe(5);
    expect(forLimit(vm, float(5))).toBe(5);
    expect(forLimit(vm, Infinity)).toBe(2 ** 53 - 1);
    expect(forLimit(vm, MIN)).toBe(-(2 ** 53) + 1);
    expect(forLimit(vm, NaN)).toBeNaN();
    expect(forLimit(vm, NaN, true)).toBe(-(2 ** 53) + 1);
    expect(forLimit(vm, "5")).toBe(5);
    expect(errorOf(() => forLimit(vm, "x")).value).toBe("bad 'for' limit (number expected, got string)");
  });
});
