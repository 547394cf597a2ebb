import type { VM } from "./vm.ts";

/** How many back-edges and entries of recursive functions run between two looks at the run. */
export const QUANTUM = 100_000;

/** What a run decides at a refill. */
export interface Fuel {
  /** Called when a quantum of `spent` units is gone. Throws a `Stop` when the run must end. */
  refill(spent: number): void;
  /** The size of a quantum. */
  readonly quantum: number;
}

/** Thrown through Lua code when its chain is stopped: no `pcall`, handler or `__close` sees it (CAN-02, SCH-14). */
export class Stop {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/** More than any fuel. */
const OWED = 0x3fffffff;

/**
 * Takes more fuel when it is spent: a small part of a quantum and the rest of it by turns. Engines that never saw the call of this function
 * throw away the code of each loop that comes to it, so it comes early. Suspending code owes the event loop a turn from then on. Throws a
 * `Stop` when the run must end.
 */
export function refill(vm: VM): void {
  const { tank, granted } = vm;
  tank.refill(granted - vm.fuel);
  vm.fuel = vm.granted = tank.quantum - granted;
  owe(vm);
}

/** Has suspending code give the event loop a turn at its next back-edge. */
export function owe(vm: VM): void {
  vm.floor = OWED;
}

/**
 * Spends fuel. Emitted code calls it at loop back-edges and entries of recursive functions: without those nothing runs long (CAN-01). Library
 * functions call it for work of their own, such as the steps of a pattern match.
 */
export function spend(vm: VM, units = 1): void {
  vm.fuel -= units;
  if (vm.fuel < 0) refill(vm);
}
