import type { EffectContext, RunOptions, UserInputAnswer, UserInputRequest } from "promptforge-runtime";

/** Asks somebody what a prompt asks: the `userInput` of a run. */
export type Ask = NonNullable<RunOptions["userInput"]>;

/** The open questions of a run. Somebody else may use the terminal only while there is none. */
export class Questions {
  readonly #load: () => Promise<Ask>;
  readonly #busy: (isBusy: boolean) => void;
  readonly #open = new Map<number, AbortController>();
  #ask: Promise<Ask> | undefined;

  /** `load` is called before the first question; `busy` with true before a question when there was none, with false after the last. */
  constructor(load: () => Promise<Ask>, busy: (isBusy: boolean) => void) {
    this.#load = load;
    this.#busy = busy;
  }

  /** Asks; undefined for a question that was withdrawn. */
  async put(id: number, request: UserInputRequest): Promise<UserInputAnswer | undefined> {
    const withdrawal = new AbortController();
    this.#open.set(id, withdrawal);
    if (this.#open.size === 1) this.#busy(true);
    try {
      this.#ask ??= this.#load();
      const ask = await this.#ask;
      // Of the context nothing else reaches a person.
      return await ask(request, { signal: withdrawal.signal } as EffectContext);
    } catch (error) {
      if (withdrawal.signal.aborted) return undefined;
      throw error;
    } finally {
      this.withdraw(id);
    }
  }

  /** Nobody waits for that answer any longer. */
  withdraw(id: number): void {
    const withdrawal = this.#open.get(id);
    if (withdrawal === undefined) return;
    this.#open.delete(id);
    withdrawal.abort();
    if (this.#open.size === 0) this.#busy(false);
  }

  /** Withdraws all. */
  close(): void {
    for (const id of [...this.#open.keys()]) this.withdraw(id);
  }
}
