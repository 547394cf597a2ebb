/** What is used of a message port. */
interface Port {
  onmessage: (() => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

/** Turns the event loop: calls back once everything that was ready to run has run (SCH-6). */
export class Hop {
  readonly #given: ((callback: () => void) => void) | undefined;
  #port: Port | undefined;
  #callback: () => void = () => {};

  /** `given` is the host's own turn of the event loop, if it has one. */
  constructor(given: ((callback: () => void) => void) | undefined) {
    this.#given = given;
  }

  /** Calls back after one turn; never twice at a time. Where the host's own turn fails, the platform's takes its place. */
  turn(callback: () => void): void {
    if (this.#given === undefined) {
      this.#own(callback);
      return;
    }
    let isDone = false;
    const once = () => {
      if (isDone) return;
      isDone = true;
      callback();
    };
    new Promise((resolve) => resolve(this.#given!(once))).catch(() => this.#own(once));
  }

  /** Lets go of what would keep the process alive. */
  close(): void {
    this.#port?.close();
    this.#port = undefined;
  }

  #own(callback: () => void): void {
    // Node delivers up to a thousand port messages before it looks at a timer, so that no abort would come through.
    if (typeof setImmediate !== "undefined") setImmediate(callback);
    else if (typeof MessageChannel !== "undefined") this.#post(MessageChannel, callback);
    else if (typeof setTimeout !== "undefined") setTimeout(callback, 0);
    else Promise.resolve().then(callback);
  }

  #post(channel: NonNullable<typeof MessageChannel>, callback: () => void): void {
    this.#callback = callback;
    if (this.#port === undefined) {
      const { port1, port2 } = new channel() as unknown as { port1: Port; port2: Port };
      port1.onmessage = () => this.#callback();
      this.#port = port2;
    }
    this.#port.postMessage(0);
  }
}
