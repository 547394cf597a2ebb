import { describe, expect, it } from "vitest";
import { spend } from "../../runtime/lua/fuel.ts";
import { VM } from "../../runtime/lua/vm.ts";

describe("fuel (CAN-01a)", () => {
  it.each([1, 2, 3, 128, 1000])("counts every unit once, with quanta of %i", (quantum) => {
    let counted = 0;
    let refills = 0;
    const refill = (units: number) => {
      counted += units;
      refills++;
    };
    const vm = new VM({ refill, quantum, entropy: { seed: 0 } }, "", 1e6);
    vm.fuel = vm.granted = quantum >> 7;
    let spent = 0;
    for (let turn = 0; turn < 5000; turn++) {
      const units = turn % 7 === 0 ? (turn % 5) * quantum : 1;
      spend(vm, units);
      spent += units;
      expect(counted + vm.granted - vm.fuel).toBe(spent);
      expect(vm.fuel).toBeGreaterThanOrEqual(0);
    }
    expect(refills).toBeGreaterThan(500);
  });

  it("looks at the run before a loop is optimised", () => {
    const seen: number[] = [];
    const vm = new VM(
      { refill: (units) => seen.push(units), quantum: 100_000, entropy: { seed: 0 } },
      "",
      1e6,
    );
    vm.fuel = vm.granted = 100_000 >> 7;
    for (let turn = 0; turn < 250_000; turn++) spend(vm);
    expect(seen).toEqual([782, 99_220, 782, 99_220, 782]);
  });
});
