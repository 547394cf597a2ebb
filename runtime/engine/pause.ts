import { refill } from "../lua/fuel.ts";
import type { VM } from "../lua/vm.ts";
import type { Wait } from "../lua/wait.ts";
import type { Strand } from "./strand.ts";
import { waitsOf } from "./waits.ts";

/** Yielded when a quantum is spent: the strand goes on after one turn of the event loop, before any other (SCH-3). */
const PAUSE: Wait<Strand> = {
  isPause: true,
  begin: (strand) => {
    const { driver } = strand;
    driver.paused = strand;
    waitsOf(driver);
    return false;
  },
};

/** `refill` in suspending code, which also lets the event loop turn (CAN-01a). */
export function* pause(vm: VM): Generator<unknown, void> {
  refill(vm);
  vm.floor = 0;
  yield PAUSE;
}
