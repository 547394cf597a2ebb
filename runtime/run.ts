import { checkOptions } from "./check-options.ts";
import { Driver } from "./engine/driver.ts";
import type { PromptModule } from "./engine/module.ts";
import { Run } from "./engine/run-state.ts";
import { PromptError } from "./errors.ts";
import type { RunEvent } from "./events.ts";
import type { StoreBackend } from "./host/store-backend.ts";
import { hostText } from "./host-text.ts";
import type { RunOptions } from "./options.ts";
import type { RunOutcome } from "./outcome.ts";

/**
 * A run that has begun. It keeps what it reports, so that each iteration, however late, begins with the first event; iterations do not
 * disturb one another, and one that is slow holds nothing up. Not thenable: `await` its `result` or its `outcome`.
 */
export class PromptRun implements AsyncIterable<RunEvent> {
  readonly #driver: Driver;

  /** How the run ends; never rejects (HOST-5). */
  readonly outcome: Promise<RunOutcome>;

  constructor(driver: Driver, outcome: Promise<RunOutcome>) {
    this.#driver = driver;
    this.outcome = outcome;
  }

  /** The result text; rejects with a `PromptError`, of kind `Cancelled` for a cancelled run. */
  get result(): Promise<string> {
    return this.outcome.then((outcome) => {
      if (outcome.status === "completed") return outcome.text;
      if (outcome.status === "failed") throw outcome.error;
      const cause = this.#driver.run.stopping?.reason;
      throw new PromptError({ kind: "Cancelled", message: "the run was cancelled", cause });
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
  [Symbol.asyncIterator](): AsyncIterator<RunEvent> {
    return follow(this.#driver, "object");
  }

  /** The model's live fragments on the main walk and in what it calls, of `models.loop` rounds (HOST-7); those of tasks reach `onDelta` alone. */
  get text(): AsyncIterable<string> {
    return follow(this.#driver, "string");
  }

  /** The events, with the fragments of `text` between them where they came. */
  get parts(): AsyncIterable<RunEvent | string> {
    return follow(this.#driver);
  }
}

/** The parts, or those of one type, from the first on, to the end of the run. */
async function* follow<Part extends RunEvent | string>(
  driver: Driver,
  type?: string,
): AsyncGenerator<Part, void> {
  const { run } = driver;
  for (let at = 0; ; ) {
    const part = run.parts[at] as Part | undefined;
    if (part === undefined) {
      if (driver.outcome !== undefined) return;
      await new Promise<void>((resolve) => run.watchers.push(resolve));
    } else {
      at++;
      if (type === undefined || typeof part === type) yield part;
    }
  }
}

/** Begins a run and drives it as far as it goes without waiting. Throws a `TypeError` for an input that is not JSON and for a wrong option. */
export function startRun(module: PromptModule, input: unknown, options: RunOptions): PromptRun {
  checkOptions(options);
  let tell: (outcome: RunOutcome) => void;
  const outcome = new Promise<RunOutcome>((resolve) => {
    tell = resolve;
  });
  const driver = new Driver(new Run(module, argumentString(input), options), tell!);
  driver.drive();
  return new PromptRun(driver, outcome);
}

/** A string as it is, nothing as the empty string, anything else as JSON. Throws a `TypeError` for what JSON does not have. */
function argumentString(input: unknown): string {
  if (input === undefined) return "";
  return typeof input === "string" ? input : hostText(input, "a prompt's input");
}
