import { LONGEST_TIMER } from "../longest-timer.ts";
import { ModelFailure } from "../model-failure.ts";

/**
 * The waits of one round, one at a time: each ends when it takes too long, and at once when the run wants no answer any more. It needs
 * `end()`; no timer outlives its wait.
 */
export class Watch {
  readonly #signal: AbortSignal | undefined;
  readonly #limitMs: number;
  readonly #aborted: () => void;
  #controller: AbortController | undefined;
  #giveUp: ((reason: unknown) => void) | undefined;

  /** `signal`: the run's; `limitMs`: the longest wait for bytes in milliseconds. */
  constructor(signal: AbortSignal | undefined, limitMs: number) {
    this.#signal = signal;
    this.#limitMs = limitMs;
    this.#aborted = () => {
      this.release();
      this.#giveUp?.(signal?.reason);
    };
    signal?.addEventListener("abort", this.#aborted, { once: true });
  }

  /** True once the run wants no answer any more. */
  get isAborted(): boolean {
    return this.#signal?.aborted === true;
  }

  /** A fresh signal for one request; undefined where the platform has none. */
  open(): AbortSignal | undefined {
    this.#controller = typeof AbortController === "undefined" ? undefined : new AbortController();
    return this.#controller?.signal;
  }

  /** Gives the request up that was opened last, whatever it has come to. */
  release(): void {
    this.#controller?.abort();
  }

  /** Waits for work of the provider. Rejects with a `transport` failure when it takes too long, and with the run's reason. */
  wait<Value>(work: PromiseLike<Value>): Promise<Value> {
    return this.#race(work, this.#limitMs, (_resolve, reject) =>
      reject(
        new ModelFailure({ kind: "transport" }, { cause: new Error(`nothing came for ${this.#limitMs} ms`) }),
      ),
    );
  }

  /** The same, but gives undefined after `milliseconds`. */
  waitAtMost<Value>(milliseconds: number, work: PromiseLike<Value>): Promise<Value | undefined> {
    return this.#race<Value | undefined>(work, milliseconds, (resolve) => resolve(undefined));
  }

  /** Lets time pass. Rejects with the run's reason. */
  async pause(milliseconds: number): Promise<void> {
    await this.waitAtMost(milliseconds, new Promise<never>(() => undefined));
  }

  /** Nothing is waited for any more. */
  end(): void {
    this.#signal?.removeEventListener("abort", this.#aborted);
  }

  #race<Value>(
    work: PromiseLike<Value>,
    milliseconds: number,
    late: (resolve: (value: Value) => void, reject: (reason: unknown) => void) => void,
  ): Promise<Value> {
    let timer: unknown;
    return new Promise<Value>((resolve, reject) => {
      this.#giveUp = reject;
      work.then(resolve, reject);
      if (this.isAborted) reject(this.#signal?.reason);
      else timer = setTimeout?.(() => late(resolve, reject), Math.min(milliseconds, LONGEST_TIMER));
    }).finally(() => {
      this.#giveUp = undefined;
      clearTimeout?.(timer as never);
    });
  }
}
