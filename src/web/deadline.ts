/** The time that a call has. It ends early when its run is cancelled. */
export class Deadline {
  /** True once the time has run out. */
  expired = false;
  readonly #controller = new AbortController();
  readonly #stopped: Promise<never>;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #outer: CancelSignal | undefined;
  readonly #cancel = () => this.#controller.abort(new Error("the run was cancelled"));

  /** The time in milliseconds, and the signal of the run. */
  constructor(milliseconds: number, outer: CancelSignal | undefined) {
    const { signal } = this.#controller;
    this.#stopped = new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    // A call that has ended waits for nobody.
    this.#stopped.catch(() => {});
    this.#timer = setTimeout(() => {
      this.expired = true;
      this.#controller.abort(new Error("the time has run out"));
    }, milliseconds);
    this.#outer = outer;
    if (outer?.aborted === true) this.#cancel();
    else outer?.addEventListener("abort", this.#cancel, { once: true });
  }

  /** Aborts what the call has begun when it has ended or its time is over. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What the work gives; rejects as soon as the time is over, whether or not the work heeds the signal. */
  race<Result>(work: PromiseLike<Result>): Promise<Result> {
    return Promise.race([this.#stopped, work]);
  }

  /** Ends the call: what is still open, such as a body that nobody reads, is closed. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#cancel);
    this.#controller.abort(new Error("the call has ended"));
  }
}

/** The part of an `AbortSignal` that says that a run is cancelled. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
