import type { EffectReport } from "promptforge-runtime";

/** Watches what a run with a journal asks: what of it the journal answers, and whether anything new comes after that. */
export class Replay {
  readonly #continuing: () => void;
  #hasReplayed = false;
  #isLive = false;

  /** `continuing` is called once, with the first new question after old ones. */
  constructor(continuing: () => void) {
    this.#continuing = continuing;
  }

  /** The observer. */
  readonly asked = ({ replayed }: EffectReport): void => {
    if (replayed === true) this.#hasReplayed = true;
    else if (!this.#isLive) {
      this.#isLive = true;
      if (this.#hasReplayed) this.#continuing();
    }
  };

  /** At the end of a run: true when the journal had all its answers. */
  get isWhole(): boolean {
    return this.#hasReplayed && !this.#isLive;
  }
}
