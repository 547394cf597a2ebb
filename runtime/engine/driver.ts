import { Stop } from "../lua/fuel.ts";
import type { EffectContext } from "../options.ts";
import type { RunOutcome } from "../outcome.ts";
import { decodeUtf8 } from "../utf8.ts";
import { mainChain } from "./chain.ts";
import { tearDown } from "./entry.ts";
import { Failure, internalFailure } from "./failure.ts";
import { Hop } from "./hop.ts";
import { promptError } from "./report.ts";
import type { Run, Source } from "./run-state.ts";
import { type Outstanding, type Reply, Scheduler, Strand } from "./scheduler.ts";
import { begin } from "./start.ts";
import type { Answer, Chain } from "./state.ts";

const LONGEST_TIMER = 2_147_483_647;

/**
 * Drives a run: turns effects into calls of the host and its promises into answers, and turns the event loop where the language asks
 * for it. The only place that does (SCH-5 to SCH-11).
 */
export class Driver {
  readonly run: Run;
  /** Set once the run has ended and the store operations in flight have finished. */
  outcome: RunOutcome | undefined;
  readonly #chain: Chain;
  readonly #boundary: Source;
  readonly #scheduler: Scheduler;
  readonly #hop: Hop;
  readonly #listeners: ((outcome: RunOutcome) => void)[] = [];
  readonly #onAbort = (): void => this.cancel(this.run.options.signal?.reason);
  #decided: RunOutcome | undefined;
  #started = false;
  #driving = false;
  /** True while nothing can happen before the host answers. */
  #waiting = false;
  /** True once the run's end may come from outside: a signal, a timer. */
  #watching = false;
  #timer: unknown;

  constructor(run: Run) {
    this.run = run;
    this.#chain = mainChain(run);
    this.#boundary = { section: run.module.title, chain: this.#chain };
    this.#hop = new Hop(run.options.hop);
    this.#scheduler = new Scheduler(run);
    const steps = begin(run, this.#chain, () => this.#open());
    this.#scheduler.add(new Strand(this.#chain, steps, (answer) => this.#decide(answer)));
  }

  /** Runs until the run has ended or must wait. */
  drive(): void {
    this.#driving = true;
    while (this.#step());
    this.#driving = false;
    if (this.#decided !== undefined) this.#finish(this.#decided);
  }

  /** Ends the run with the cancelled outcome, unless its outcome is already decided (CAN-01, OUT-02). */
  cancel(reason: unknown): void {
    if (this.#decided !== undefined) return;
    this.run.stop(reason);
    if (this.#driving) return;
    this.#decide({ error: this.run.stopping });
    this.#finish(this.#decided!);
  }

  /** Calls back with the outcome: at once when it is there. */
  whenEnded(listener: (outcome: RunOutcome) => void): void {
    if (this.outcome === undefined) this.#listeners.push(listener);
    else listener(this.outcome);
  }

  /** Reports the start, once nothing refuses the run any more (HOST-10). */
  #open(): void {
    this.#started = true;
    this.run.emit("run_started", this.#boundary);
  }

  /** One turn, and the effects it issued (SCH-5). True when the next can follow at once. */
  #step(): boolean {
    const parked = this.#scheduler.turn(() => this.#ends());
    if (parked && !this.#ends()) this.#performIssued();
    if (this.#decided === undefined && this.run.mustStop()) this.#decide({ error: this.run.stopping });
    if (this.#decided !== undefined) return false;
    if (!parked) this.#later(() => this.drive());
    return parked && this.#answeredAtOnce();
  }

  #ends(): boolean {
    return this.#decided !== undefined || this.run.stopping !== undefined;
  }

  /** True when every answer came without waiting; else sees to it that the run goes on when there is one (SCH-6). */
  #answeredAtOnce(): boolean {
    const { outstanding } = this.#scheduler;
    if (outstanding.length === 0) {
      this.#decide({ error: new Error("no chain can go on") });
      return false;
    }
    if (outstanding.every((waiting) => waiting.reply !== undefined)) {
      this.#scheduler.applyAnswers();
      return true;
    }
    if (outstanding.some((waiting) => waiting.reply !== undefined)) this.#closeBatch();
    else {
      this.#waiting = true;
      this.#watch();
    }
    return false;
  }

  /** Takes the answers that are there once everything ready has run, as one batch. */
  #closeBatch(): void {
    this.#waiting = false;
    this.#later(() => {
      this.#scheduler.applyAnswers();
      this.drive();
    });
  }

  #later(callback: () => void): void {
    this.#watch();
    this.#hop.turn(() => {
      if (this.#decided === undefined) callback();
    });
  }

  #performIssued(): void {
    for (const waiting of this.#scheduler.outstanding) {
      if (this.run.stopping !== undefined) return;
      if (!waiting.performed) this.#perform(waiting);
    }
  }

  #perform(waiting: Outstanding): void {
    const { effect } = waiting;
    waiting.performed = true;
    if (effect.kind !== "store" && typeof AbortController !== "undefined")
      waiting.controller = new AbortController();
    const signal = waiting.controller?.signal;
    try {
      const reply = effect.perform(signal, this.#context(waiting, signal));
      if (!isPromise(reply)) waiting.reply = { value: reply };
      else {
        Promise.resolve(reply).then(
          (value) => this.#answer(waiting, { value }),
          (cause: unknown) => this.#answer(waiting, { cause }),
        );
      }
    } catch (cause) {
      waiting.reply = { cause };
    }
  }

  #context({ id, seq, strand, section }: Outstanding, signal: AbortSignal | undefined): EffectContext {
    const provenance = { task: strand.chain.task, seq };
    return { id, provenance, execution: this.run.execution, section: decodeUtf8(section), signal };
  }

  /** A promise of the host has settled. After the end only store operations are still waited for (SCH-10). */
  #answer(waiting: Outstanding, reply: Reply): void {
    waiting.reply = reply;
    if (this.#decided !== undefined) this.#settle(this.#decided);
    else if (this.#waiting) this.#closeBatch();
  }

  /** What may end the run from outside while it waits. */
  #watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    const { signal, timeoutMs } = this.run.options;
    signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (timeoutMs === undefined || timeoutMs > LONGEST_TIMER || typeof setTimeout === "undefined") return;
    this.#timer = setTimeout(() => this.cancel("timeoutMs"), Math.max(0, this.run.deadline - Date.now()));
  }

  #decide(answer: Answer): void {
    this.#decided ??= this.#outcomeOf(answer);
  }

  #outcomeOf(answer: Answer): RunOutcome {
    if ("value" in answer) return { status: "completed", text: decodeUtf8(answer.value as string) };
    const error = answer.error instanceof Stop ? answer.error.reason : answer.error;
    if (!(error instanceof Failure) && answer.error instanceof Stop) return { status: "cancelled" };
    const failure = error instanceof Failure ? error : internalFailure(error);
    if (failure.kind === "Cancelled") return { status: "cancelled" };
    return { status: "failed", error: promptError(failure, this.run.module) };
  }

  /** Closes what is open, innermost first, reports the end and lets go of the host (SCH-10, SCH-14). */
  #finish(decided: RunOutcome): void {
    const chains: Chain[] = [];
    for (let chain: Chain | undefined = this.#chain; chain !== undefined; chain = chain.called)
      chains.unshift(chain);
    for (const { entry } of chains) if (entry !== undefined) tearDown(entry);
    for (const { controller, reply } of this.#scheduler.outstanding)
      if (reply === undefined) controller?.abort();
    if (this.#started) {
      this.run.emit(decided.status === "completed" ? "run_succeeded" : "run_failed", this.#boundary);
    }
    this.#hop.close();
    if (this.#watching) this.run.options.signal?.removeEventListener("abort", this.#onAbort);
    if (this.#timer !== undefined && typeof clearTimeout !== "undefined") clearTimeout(this.#timer as never);
    this.#settle(decided);
  }

  /** Hands out the outcome once no store operation is in flight. */
  #settle(decided: RunOutcome): void {
    const inFlight = ({ effect, performed, reply }: Outstanding): boolean =>
      effect.kind === "store" && performed && reply === undefined;
    if (this.outcome !== undefined || this.#scheduler.outstanding.some(inFlight)) return;
    this.outcome = decided;
    for (const listener of this.#listeners) listener(decided);
    for (const watcher of this.run.watchers) watcher();
  }
}

function isPromise(reply: unknown): reply is PromiseLike<unknown> {
  return typeof reply === "object" && reply !== null && "then" in reply && typeof reply.then === "function";
}
