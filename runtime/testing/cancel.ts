import type { Script } from "./script.ts";

/** Cancels a run when its script says so. */
export class Cancel {
  readonly signal: AbortSignal | undefined;
  readonly #controller: AbortController | undefined;

  constructor(when: Script["cancel"]) {
    if (when === undefined) return;
    if (typeof AbortController === "undefined")
      throw new Error("`cancel` needs an `AbortController`, which this platform lacks: leave it out");
    const controller = new AbortController();
    this.signal = controller.signal;
    if (when === "start") controller.abort();
    else this.#controller = controller;
  }

  /** True for a request that must not be answered: the run is cancelled once it is outstanding. */
  holds(): boolean {
    const controller = this.#controller;
    if (controller === undefined) return false;
    Promise.resolve().then(() => controller.abort());
    return true;
  }
}
