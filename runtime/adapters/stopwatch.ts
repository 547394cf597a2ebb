import type { CallMetrics } from "../events.ts";

/** Times one request, in milliseconds. */
export class Stopwatch {
  readonly #started = now();
  #first: number | undefined;
  #last: number | undefined;
  #tokens = 0;

  /** A piece of a streamed reply is here. */
  token(): void {
    this.#last = now();
    this.#first ??= this.#last;
    this.#tokens++;
  }

  /** What the adapter has measured by now; the times of tokens are those of a streamed reply (part 11, section 5). */
  read(): NonNullable<CallMetrics["client"]> {
    const first = this.#first;
    const gaps = this.#tokens - 1;
    return {
      e2e_ms: now() - this.#started,
      ...(first !== undefined && { ttft_ms: first - this.#started }),
      ...(gaps > 0 && { mean_itl_ms: (this.#last! - first!) / gaps }),
    };
  }
}

function now(): number {
  return typeof performance === "undefined" ? Date.now() : performance.now();
}
