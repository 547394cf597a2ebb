import { Stop } from "../lua/fuel.ts";
import type { RunOutcome } from "../outcome.ts";
import { decodeUtf8 } from "../utf8.ts";
import { closeChain, mainChain } from "./chain.ts";
import type { Effects } from "./effects.ts";
import { Failure, internalFailure } from "./failure.ts";
import { promptError } from "./report.ts";
import type { Run } from "./run-state.ts";
import { begin } from "./start.ts";
import type { Answer, Chain } from "./state.ts";
import { Strand } from "./strand.ts";
import type { Waits } from "./waits.ts";

/**
 * Drives a run: decides which chain runs Lua, one at a time, each to its next wait, from one queue (SCH-1 to SCH-4). What a module
 * never does it does not link: the effects and the turns of the event loop are here once something waits.
 */
export class Driver {
  readonly run: Run;
  /** Set once the run has ended and the store operations in flight have finished. */
  outcome: RunOutcome | undefined;
  /** The outcome, as soon as it is certain (OUT-02). */
  decided: RunOutcome | undefined;
  /** The strand whose quantum is spent: it goes on before any other (SCH-3). */
  paused: Strand | undefined;
  /** What the run waits for, once it has asked for anything. */
  effects: Effects | undefined;
  /** Its turns of the event loop, once it has needed one. */
  waits: Waits | undefined;
  /** The strands that can go on, in their order (SCH-4); those before `next` have. */
  readonly #ready: Strand[] = [];
  #next = 0;
  readonly #chain: Chain;
  readonly #tell: (outcome: RunOutcome) => void;
  #driving = false;

  /** `tell` is called once, with the outcome. */
  constructor(run: Run, tell: (outcome: RunOutcome) => void) {
    this.run = run;
    this.#tell = tell;
    this.#chain = mainChain(run);
    this.resume(new Strand(this, this.#chain, begin(run, this.#chain), (answer) => this.decide(answer)));
  }

  /** Lets a strand begin or go on, after those that can already (SCH-4). */
  resume(strand: Strand): void {
    this.#ready.push(strand);
  }

  /** Runs until the run has ended or must wait; first applies the answers that have come, if any. */
  drive(apply?: () => void): void {
    this.#driving = true;
    apply?.();
    while (this.#step());
    this.#driving = false;
    if (this.decided !== undefined) this.#finish(this.decided);
  }

  /** Ends the run with what its main walk gave or threw, or with what no chain survives; a stop that came first stands (OUT-02, SCH-9). */
  decide(answer: Answer): void {
    const { stopping } = this.run;
    this.decided ??= this.#outcomeOf(stopping === undefined ? answer : { error: stopping });
  }

  /** Ends the run with the cancelled outcome, unless its outcome is already decided (CAN-01, OUT-02). */
  cancel(reason: unknown): void {
    if (this.decided !== undefined) return;
    this.run.stop(reason);
    // The next step sees it.
    if (!this.#driving) this.drive();
  }

  /** One turn, and the effects it issued (SCH-5). True when the next can follow at once. */
  #step(): boolean {
    this.#turn();
    if (this.paused === undefined && !this.ends()) this.effects?.perform();
    if (this.run.mustStop()) this.decide({ error: this.run.stopping });
    if (this.decided !== undefined) return false;
    if (this.paused !== undefined) {
      this.waits!.turn(() => this.drive());
      return false;
    }
    if (this.effects?.isIdle() === false) return this.effects.areApplied();
    this.decide({ error: new Error("no chain can go on") });
    return false;
  }

  /** Runs strands until none is ready, one is paused, or the run must end. */
  #turn(): void {
    while (!this.ends()) {
      const strand = this.paused ?? this.#shift();
      this.paused = undefined;
      if (strand?.isStopped === false) strand.advance();
      if (strand === undefined || this.paused !== undefined) return;
    }
  }

  /** Not `Array.shift`, which moves all that follow. */
  #shift(): Strand | undefined {
    if (this.#next < this.#ready.length) return this.#ready[this.#next++];
    this.#ready.length = this.#next = 0;
    return undefined;
  }

  /** True when nothing of the run may go on (SCH-9). */
  ends(): boolean {
    return this.decided !== undefined || this.run.stopping !== undefined;
  }

  #outcomeOf(answer: Answer): RunOutcome {
    if ("value" in answer) return { status: "completed", text: decodeUtf8(answer.value as string) };
    const { error } = answer;
    const cause = error instanceof Stop ? error.reason : error;
    const { module } = this.run;
    const failure =
      cause instanceof Failure ? cause : error instanceof Stop ? undefined : internalFailure(cause);
    if (failure === undefined || failure.kind === "Cancelled")
      return module.cancelled?.(module, cause) ?? { status: "cancelled" };
    return { status: "failed", error: promptError(failure, module) };
  }

  /** Closes what is open, innermost first, reports the end and lets go of the host (SCH-10, SCH-14). */
  #finish(decided: RunOutcome): void {
    closeChain(this.#chain, "run_terminated");
    this.effects?.abort();
    const { boundary } = this.run;
    if (boundary !== undefined) {
      this.run.emit(decided.status === "completed" ? "run_succeeded" : "run_failed", boundary);
    }
    this.waits?.close();
    this.settle(decided);
  }

  /** Hands out the outcome once no store operation is in flight. */
  settle(decided: RunOutcome): void {
    if (this.outcome !== undefined || this.effects?.mustFinish()) return;
    this.outcome = decided;
    this.#tell(decided);
    this.run.wake();
  }
}
