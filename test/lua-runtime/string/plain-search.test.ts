import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchPlain } from "../../../runtime/lua/string/plain-search.ts";
import { newVM } from "../state.ts";

/** Texts over two letters: what is sought nearly stands everywhere. */
const text = (minimum: number, maximum: number) =>
  fc
    .array(fc.tuple(fc.constantFrom("a", "b"), fc.integer({ min: 1, max: maximum })), {
      minLength: minimum,
      maxLength: 8,
    })
    .map((runs) => runs.map(([letter, count]) => letter.repeat(count)).join(""));

describe("plain search (LIB-11)", () => {
  it("finds what JavaScript finds, in long texts too", () => {
    const vm = newVM();
    fc.assert(
      fc.property(text(1, 40_000), text(0, 3000), fc.nat(200_000), (whole, sought, from) => {
        const start = Math.min(from, whole.length);
        expect(searchPlain(vm, whole, sought, start)).toBe(whole.indexOf(sought, start));
      }),
      { numRuns: 60 },
    );
  });

  it("finds a part of the text wherever it stands, also one longer than what an automaton reads", () => {
    const vm = newVM();
    const whole = Array.from({ length: 40_000 }, (_, at) => String.fromCharCode(97 + ((at * at) % 23))).join(
      "",
    );
    for (const [from, length] of [
      [0, 9000],
      [31_000, 9000],
      [777, 5000],
      [39_990, 10],
      [1030, 64],
      [1030, 65],
    ] as const) {
      const sought = whole.slice(from, from + length);
      expect(searchPlain(vm, whole, sought, 0)).toBe(whole.indexOf(sought));
      expect(searchPlain(vm, whole, `${sought}!`, 0)).toBe(-1);
    }
  });

  it("spends more than linear fuel for nothing", () => {
    const vm = newVM();
    let spent = 0;
    vm.tank.refill = (units) => {
      spent += units;
    };
    searchPlain(vm, "x".repeat(1_000_000), `${"x".repeat(5000)}y`, 0);
    expect(spent).toBeGreaterThan(100_000);
    expect(spent).toBeLessThan(1_000_000);
  });
});
