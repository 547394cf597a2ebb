import { originate } from "../engine/origin.ts";
import type { Run } from "../engine/run-state.ts";
import type { SectionVM } from "../engine/state.ts";
import type { Addresses } from "../lua/address.ts";
import { hostError } from "../lua/host-error.ts";
import type { Entropy, Tank } from "../lua/vm.ts";

/**
 * Turns of loops and entries of functions that recur of one section VM: about as many instructions as these take at the least (V1-75). What a
 * turn does costs nothing more, neither long text nor a library function at work: a million turns pass whatever stands in them.
 */
const STEPS = 10_000_000;

/** Gives a section VM its instruction budget, which no block begins anew (V1-75). */
export function installBudget(vm: SectionVM): void {
  vm.steps = 0;
  vm.tank = new Budget(vm);
}

/** The run's tank, as far as one VM may empty it. */
class Budget implements Tank {
  readonly #vm: SectionVM;
  readonly #run: Run;
  #isSpent = false;

  constructor(vm: SectionVM) {
    this.#vm = vm;
    this.#run = vm.run;
  }

  get quantum(): number {
    return this.#run.quantum;
  }

  get entropy(): Entropy {
    return this.#run.entropy;
  }

  get addresses(): Addresses | undefined {
    return this.#run.addresses;
  }

  set addresses(addresses: Addresses) {
    this.#run.addresses = addresses;
  }

  refill(spent: number): void {
    const vm = this.#vm;
    // What was spent before the error is counted already.
    if (this.#isSpent) this.#run.check();
    else this.#run.refill(spent);
    if (vm.steps <= STEPS) return;
    this.#isSpent = true;
    const error = hostError(vm, "lua", "lua instruction budget exceeded");
    throw originate(vm, error, { ends: "Quota", report: "lua instruction quota exceeded" });
  }
}
