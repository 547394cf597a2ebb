import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { EffectDropped } from "promptforge-runtime";

/** The streams of a terminal, or of what stands in for one. */
export interface TerminalStreams {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
  /** Overrides what the streams say. */
  readonly terminal?: boolean | undefined;
}

/** Lines that a person types or a pipe gives; read only while one is wanted. */
export class TerminalLines {
  readonly #input: TerminalStreams["input"];
  readonly #output: TerminalStreams["output"];
  /** True when lines are edited here, false when the system does that or nobody types. */
  readonly #isEdited: boolean;
  readonly #showsQuestions: boolean;
  /** Read, but not asked for yet. */
  readonly #lines: string[] = [];
  /** Typed behind them, without a line feed yet. */
  #typed = "";
  #isEnded = false;
  #reader: Interface | undefined;
  #waiting: { readonly resolve: () => void; readonly reject: (reason: unknown) => void } | undefined;

  constructor({ input, output, terminal }: TerminalStreams) {
    this.#input = input;
    this.#output = output;
    this.#isEdited = terminal ?? (input.isTTY === true && output.isTTY === true);
    this.#showsQuestions = terminal ?? input.isTTY === true;
  }

  /**
   * The next line; undefined at the end of the input. Rejects with the signal's reason when it is aborted, and with what the input fails
   * with. One call at a time.
   */
  async next(question: string, signal: AbortSignal | undefined): Promise<string | undefined> {
    const ready = this.#lines.shift();
    if (ready !== undefined) {
      if (this.#showsQuestions) this.#output.write(`${question}${ready}\n`);
      return ready;
    }
    if (this.#isEnded || this.#input.readableEnded || this.#input.destroyed) return undefined;
    try {
      await this.#wait(question, signal);
      this.#typed = this.#reader?.line ?? "";
    } finally {
      this.#rest();
    }
    const line = this.#lines.shift();
    if (line === undefined) this.#leaveLine();
    return line;
  }

  /** Returns when there is a line or the input has ended. */
  async #wait(question: string, signal: AbortSignal | undefined): Promise<void> {
    const abort = () => {
      this.#leaveLine();
      this.#waiting?.reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    try {
      await new Promise<void>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        this.#ask(question);
      });
    } finally {
      this.#waiting = undefined;
      signal?.removeEventListener("abort", abort);
    }
  }

  #ask(question: string): void {
    this.#reader ??= this.#open();
    if (!this.#showsQuestions) {
      this.#reader.resume();
      return;
    }
    this.#reader.setPrompt(question);
    this.#reader.prompt();
    if (this.#typed !== "") this.#reader.write(this.#typed);
    this.#typed = "";
  }

  #open(): Interface {
    const reader = createInterface({
      input: this.#input,
      output: this.#output,
      terminal: this.#isEdited,
      historySize: 0,
      crlfDelay: Number.POSITIVE_INFINITY,
    });
    reader.on("line", (line) => {
      this.#lines.push(line);
      this.#waiting?.resolve();
    });
    reader.on("close", () => {
      // Ctrl-D ends the answer to one question; the terminal goes on.
      if (!this.#isEdited) this.#isEnded = true;
      this.#reader = undefined;
      this.#waiting?.resolve();
    });
    reader.on("SIGINT", () => this.#interrupt());
    // Node's type declarations lack the event, which passes on what the input fails with.
    (reader as NodeJS.EventEmitter).on("error", (error) => this.#waiting?.reject(error));
    return reader;
  }

  /** Ctrl-C, which a terminal whose lines are edited here gives as a key. */
  #interrupt(): void {
    if (this.#input !== process.stdin) {
      this.#leaveLine();
      this.#waiting?.reject(new EffectDropped());
    } else if (process.listenerCount("SIGINT") > 0) {
      process.emit("SIGINT", "SIGINT");
    } else {
      this.#reader?.close();
      this.#leaveLine();
      process.kill(process.pid, "SIGINT");
    }
  }

  /** Reads no further, so that the input keeps no process alive, and leaves a terminal as it was. */
  #rest(): void {
    if (this.#isEdited) this.#reader?.close();
    else this.#reader?.pause();
  }

  /** What is written next begins a line of its own. */
  #leaveLine(): void {
    if (this.#showsQuestions) this.#output.write("\n");
  }
}
