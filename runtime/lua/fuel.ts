import type { VM } from "./vm.ts";

/** How many back-edges and entries of recursive functions run between two looks at the run. */
export const QUANTUM = 100_000;

/** What a run decides at a refill. */
export interface Fuel {
  /** Called when a quantum of `spent` units is gone. Throws a `Stop` when the run must end. */
  refill(spent: number): void;
  /** The size of a quantum where it is not `QUANTUM`. */
  readonly quantum?: number;
}

/** Thrown through Lua code when its chain is stopped: no `pcall`, handler or `__close` sees it (CAN-02, SCH-14). */
export class Stop {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/** Spends one unit: emitted code calls it at loop back-edges and entries of recursive functions: without those nothing runs long (CAN-01). */
export function tick(vm: VM): void {
  if (--vm.fuel < 0) refill(vm);
}

/** More than any fuel. */
const OWED = 0x3fffffff;

/**
 * Takes a new quantum when the fuel is spent; suspending code owes the event loop a turn from then on. Throws a `Stop` when the run
 * must end.
 */
export function refill(vm: VM): void {
  const quantum = vm.tank.quantum ?? QUANTUM;
  vm.tank.refill(quantum - vm.fuel);
  vm.fuel = quantum;
  owe(vm);
}

/** Has suspending code give the event loop a turn at its next back-edge. */
export function owe(vm: VM): void {
  vm.floor = OWED;
}

/** Spends fuel for work inside a library function, such as the steps of a pattern match. */
export function spend(vm: VM, units: number): void {
  vm.fuel -= units;
  if (vm.fuel < 0) refill(vm);
}
