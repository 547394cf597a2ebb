import { checkOptions } from "./check-options.ts";
import { Driver } from "./engine/driver.ts";
import type { PromptModule } from "./engine/module.ts";
import { Run } from "./engine/run-state.ts";
import { PromptError } from "./errors.ts";
import type { RunEvent } from "./events.ts";
import type { StoreBackend } from "./host/store-backend.ts";
import type { RunOptions } from "./options.ts";
import type { RunOutcome } from "./outcome.ts";

/** A run that has begun: iterate over it for its events, from the first on, however late. */
export class PromptRun implements AsyncIterable<RunEvent> {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /** How the run ends; never rejects (HOST-5). */
  get outcome(): Promise<RunOutcome> {
    return new Promise((resolve) => this.#driver.whenEnded(resolve));
  }

  /** The result text; rejects with a `PromptError`, of kind `Cancelled` for a cancelled run. */
  get result(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#driver.whenEnded((outcome) => {
        if (outcome.status === "completed") resolve(outcome.text);
        else reject(outcome.status === "failed" ? outcome.error : this.#cancelled());
      });
    });
  }

  /** The run's store: the host's, or the run's own once a store operation has made it (STO-04). */
  get store(): StoreBackend | undefined {
    return this.#driver.run.store;
  }

  /** Ends the run with the cancelled outcome, unless its outcome is already decided. */
  cancel(reason?: unknown): void {
    this.#driver.cancel(reason);
  }

  /** The run's events in emission order, to its end. Breaking out of the loop does not cancel the run. */
  async *[Symbol.asyncIterator](): AsyncIterator<RunEvent> {
    const { run } = this.#driver;
    for (let next = 0; ; ) {
      if (next < run.events.length) yield run.events[next++]!;
      else if (this.#driver.outcome !== undefined) return;
      else await this.#change();
    }
  }

  #change(): Promise<void> {
    const { watchers } = this.#driver.run;
    return new Promise((resolve) => {
      const watcher = (): void => {
        watchers.delete(watcher);
        resolve();
      };
      watchers.add(watcher);
    });
  }

  #cancelled(): PromptError {
    const reason = (this.#driver.run.stopping as { reason?: unknown } | undefined)?.reason;
    return new PromptError({ kind: "Cancelled", message: "the run was cancelled", cause: reason });
  }
}

/** Begins a run and drives it as far as it goes without waiting. Throws a `TypeError` for an input that is not JSON and for a wrong option. */
export function startRun(module: PromptModule, input: unknown, options: RunOptions): PromptRun {
  checkOptions(options);
  const driver = new Driver(new Run(module, argumentString(input), options));
  driver.drive();
  return new PromptRun(driver);
}

/** A string as it is, nothing as the empty string, anything else as JSON. Throws a `TypeError` for what JSON does not have. */
function argumentString(input: unknown): string {
  if (input === undefined) return "";
  if (typeof input === "string") return input;
  const text = JSON.stringify(input, refuseBigint);
  if (text === undefined)
    throw new TypeError(`a prompt's input must be a string or JSON data, got ${typeof input}`);
  return text;
}

function refuseBigint(key: string, value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  const place = key === "" ? "a prompt's input" : `the input field \`${key}\``;
  throw new TypeError(
    `${place} is a bigint, which JSON does not have: pass a number, or the JSON text as a string`,
  );
}
