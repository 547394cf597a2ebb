/** The exit status of a cancelled run, as shells know it: 128 and the number of the signal. */
export const CANCELLED = 130;

/**
 * Hears interrupts from the keyboard: the first cancels the run, a second one ends the process at once; so does one that comes before
 * there is a run.
 */
export class Interrupt {
  /** Cancels the run, once there is one. */
  cancel: (() => void) | undefined = undefined;
  /** Called before the process ends at once: leaves the terminal in order. */
  leave: (() => void) | undefined = undefined;
  #isCancelled = false;

  constructor() {
    process.on("SIGINT", this.#hear);
  }

  /** Leaves interrupts to the system again. */
  close(): void {
    process.removeListener("SIGINT", this.#hear);
  }

  readonly #hear = (): void => {
    if (this.cancel === undefined || this.#isCancelled) {
      this.leave?.();
      process.stderr.write("cancelled\n");
      process.exit(CANCELLED);
    }
    this.#isCancelled = true;
    this.cancel();
  };
}
