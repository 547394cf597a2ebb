import { Stop } from "../lua/fuel.ts";
import { decodeUtf8 } from "../utf8.ts";
import { closeChain } from "./chain.ts";
import { Failure } from "./failure.ts";
import type { OwnedTasks } from "./owned-tasks.ts";
import type { Run, Source } from "./run-state.ts";
import type { Answer, Chain } from "./state.ts";
import type { Strand } from "./strand.ts";

/** Why a live task was abandoned (TSK-54). */
export type AbandonReason =
  | "owner_returned"
  | "owner_failed"
  | "tool_loop_exhausted"
  | "owner_aborted"
  | "run_terminated";

/** Told when a task ends; never for one that was stopped. */
export interface Watcher {
  taskEnded(task: Task): void;
}

/** A chain that runs beside the one that has started it: an arm, or a task of the author's or of a model's (VOC-2). */
export class Task implements Source {
  readonly chain: Chain;
  /** The name of the section it began in, a byte string. */
  readonly section: string;
  readonly origin: "author" | "model";
  state: "running" | "done" | "cancelled" | "abandoned" = "running";
  /** True once a wait has taken its outcome (TSK-22). */
  isDelivered = false;
  /** Its result as a byte string, or why it failed; until it is delivered. */
  outcome: string | Failure | undefined = undefined;
  /** True when it returned, false when it ended otherwise; undefined while it is live. */
  ok: boolean | undefined = undefined;
  /** The latest note, a byte string (TSK-44). */
  note: string | undefined = undefined;
  /** Who waits for it: only its owner can. */
  watcher: Watcher | undefined = undefined;
  /** Told of every end of a model's task, also when it was stopped; taken away from one that the model itself stops (MTK-40). */
  notify: ((task: Task, reason?: AbandonReason) => void) | undefined;
  /** What runs it; undefined once it has ended. */
  strand: Strand | undefined = undefined;
  readonly #run: Run;
  readonly #siblings: OwnedTasks;

  constructor(
    run: Run,
    siblings: OwnedTasks,
    chain: (task: Task) => Chain,
    section: string,
    notify: Task["notify"],
  ) {
    this.#run = run;
    this.#siblings = siblings;
    this.section = section;
    this.origin = notify === undefined ? "author" : "model";
    this.notify = notify;
    this.chain = chain(this);
  }

  get id(): string {
    return this.chain.id;
  }

  /** Notes that its outcome was taken, and lets go of it (TSK-22). */
  deliver(): void {
    this.isDelivered = true;
    this.outcome = undefined;
  }

  /** The run's code of it has ended: its own tasks are abandoned, then it reports its end and wakes its owner (TSK-53, SCH-4). */
  end(answer: Answer): void {
    const { strand, chain } = this;
    const outcome = outcomeOf(chain, answer);
    if (!(typeof outcome === "string" || outcome instanceof Failure) || (outcome as Failure).isBug === true) {
      strand!.driver.decide({ error: outcome });
      return;
    }
    this.outcome = outcome;
    this.ok = typeof outcome === "string";
    this.#close("done");
    this.#report(this.ok ? "task_succeeded" : "task_failed");
    this.notify?.(this);
    this.watcher?.taskEnded(this);
    this.watcher = undefined;
  }

  /** Stops it, unless it has ended: nothing of its code runs any more (SCH-14, TSK-45, TSK-50). */
  stop(state: "cancelled" | "abandoned", reason?: AbandonReason): void {
    const { strand } = this;
    if (strand === undefined) return;
    strand.isStopped = true;
    strand.park?.drop();
    closeChain(this.chain, "owner_aborted");
    this.ok = false;
    this.#close(state);
    if (reason === undefined) this.#report("task_cancelled");
    else this.#run.emit("task_abandoned", this, { task: this.id, reason });
    this.notify?.(this, reason);
  }

  #close(state: Task["state"]): void {
    this.state = state;
    this.strand = undefined;
    this.#siblings.live.delete(this);
    this.#run.claims?.release(this.chain);
  }

  #report(kind: "task_succeeded" | "task_failed" | "task_cancelled"): void {
    this.#run.emit(kind, this, { task: decodeUtf8(this.id) });
  }
}

/** What a chain's code has come to, once the tasks that it owns are ended; what is neither text nor `Failure` ends the run. */
function outcomeOf(chain: Chain, answer: Answer): unknown {
  try {
    if ("error" in answer) throw answer.error;
    chain.tasks?.end();
    return answer.value ?? "";
  } catch (thrown) {
    if (!(thrown instanceof Stop)) chain.tasks?.end(thrown);
    return thrown;
  }
}
