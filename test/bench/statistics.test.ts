import { describe, expect, it } from "vitest";
import { geometricMean, median } from "../../bench/statistics.mjs";

describe("the statistics of the benchmarks", () => {
  it("take the middle value", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([10, 9, 1, 5])).toBe(7);
    expect(median([100, 20, 3])).toBe(20);
  });

  it("multiply for the geometric mean", () => {
    expect(geometricMean([1, 4])).toBeCloseTo(2);
    expect(geometricMean([0.5, 2, 8])).toBeCloseTo(2);
    expect(geometricMean([])).toBeUndefined();
  });
});
