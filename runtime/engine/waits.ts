import { LONGEST_TIMER } from "../longest-timer.ts";
import type { Driver } from "./driver.ts";
import { Hop } from "./hop.ts";

/** The turns of the event loop that a run takes, and what may end it from outside meanwhile: its signal and its time limit. */
export class Waits {
  readonly #driver: Driver;
  readonly #hop: Hop;
  readonly #onAbort: () => void;
  readonly #timer: unknown;

  constructor(driver: Driver) {
    this.#driver = driver;
    const { options, deadline } = driver.run;
    this.#hop = new Hop(options.hop);
    this.#onAbort = () => driver.cancel(options.signal?.reason);
    options.signal?.addEventListener("abort", this.#onAbort, { once: true });
    const { timeoutMs } = options;
    if (timeoutMs === undefined || timeoutMs > LONGEST_TIMER || typeof setTimeout === "undefined") return;
    this.#timer = setTimeout(() => driver.cancel("timeoutMs"), Math.max(0, deadline - Date.now()));
  }

  /** Calls back after one turn, unless the run has ended by then. */
  turn(callback: () => void): void {
    this.#hop.turn(() => {
      if (this.#driver.decided === undefined) callback();
    });
  }

  /** Lets go of the host. */
  close(): void {
    this.#hop.close();
    this.#driver.run.options.signal?.removeEventListener("abort", this.#onAbort);
    if (this.#timer !== undefined && typeof clearTimeout !== "undefined") clearTimeout(this.#timer as never);
  }
}

/** The waits of a driver, from now on watched. */
export function waitsOf(driver: Driver): Waits {
  driver.waits ??= new Waits(driver);
  return driver.waits;
}
