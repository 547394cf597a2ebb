import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortKeys } from "../../runtime/lua/key-sort.ts";

const compare = (a: string, b: string): number => (a < b ? -1 : 1);

/** Sorts keys; gives what was paid too. */
function sorted(keys: readonly string[]): {
  readonly keys: readonly string[];
  readonly paid: readonly number[];
} {
  const paid: number[] = [];
  const result = sortKeys(
    [...keys],
    compare,
    (piece) => piece.sort(),
    (units) => paid.push(units),
  );
  return { keys: result, paid };
}

describe("sorting many keys", () => {
  it("gives what sorting them at once gives", () => {
    const counts = fc.integer({ min: 0, max: 9000 });
    const steps = fc.integer({ min: 1, max: 100_003 });
    fc.assert(
      fc.property(counts, steps, (count, step) => {
        const keys = Array.from({ length: count }, (_, i) => `k${(i * step) % 100_003}`);
        expect(sorted(keys).keys).toEqual([...keys].sort());
      }),
      { numRuns: 30 },
    );
  });

  it("pays for every piece before it is sorted or merged, so that it can be stopped", () => {
    const keys = Array.from({ length: 100_000 }, (_, i) => `k${(i * 7919) % 100_003}`);
    const { paid } = sorted(keys);
    expect(paid.length).toBeGreaterThan(100);
    expect(Math.max(...paid)).toBeLessThan(10_000);
    let units = 0;
    const stop = () =>
      sortKeys(
        [...keys],
        compare,
        (piece) => piece.sort(),
        (more) => {
          units += more;
          if (units > 50_000) throw new Error("stopped");
        },
      );
    expect(stop).toThrow("stopped");
  });
});
