/** Times in which nothing comes, one at a time. One that is cut short needs `end()`: its timer would keep a process alive. */
export class Silence {
  readonly #milliseconds: number;
  #timer: unknown;

  /** How long nothing must come, in milliseconds. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** True when so much time has passed before the work is done, else false; rejects with what the work has rejected with by then. */
  async outlasts(work: Promise<unknown>): Promise<boolean> {
    try {
      return await new Promise<boolean>((resolve, reject) => {
        work.then(() => resolve(false), reject);
        this.#timer = setTimeout?.(() => resolve(true), this.#milliseconds);
      });
    } finally {
      this.end();
    }
  }

  /** Stops the timer: only the work ends the wait then. */
  end(): void {
    clearTimeout?.(this.#timer as never);
  }
}
