import { Failure, stringField } from "./failure.ts";
import type { AbandonReason, Task } from "./task.ts";

/** The tasks that a chain has started (VOC-3): they belong to the chain, not to a section of it (TSK-50). */
export class OwnedTasks {
  /** By id, in the order in which they were started (ID-7). */
  readonly all = new Map<string, Task>();
  /** Those that have not ended, in the same order. */
  readonly live = new Set<Task>();
  /** The notices of model tasks that nobody has taken yet, byte strings (MTK-40). */
  readonly notices: string[] = [];

  /** Takes a new task on. */
  add(task: Task): void {
    this.all.set(task.id, task);
    this.live.add(task);
  }

  /** Gives the `Failure` of a chain that has ended normally with these still live: set by who starts tasks that nobody need wait for. */
  leave?: (live: Iterable<Task>) => Failure | undefined;

  /**
   * Ends what is live when the chain has ended by itself (TSK-50 to TSK-54): `thrown` is what it has failed with. Throws the `Failure` of a
   * chain that ended normally and has left tasks of the author's behind.
   */
  end(thrown?: unknown): void {
    const failure = thrown === undefined ? this.leave?.(this.live) : undefined;
    this.abandon(thrown === undefined ? "owner_returned" : reasonOf(thrown));
    if (failure !== undefined) throw failure;
  }

  /** Stops what is live, in the order in which it was started. */
  abandon(reason: AbandonReason): void {
    for (const task of this.live) task.stop("abandoned", reason);
  }
}

function reasonOf(thrown: unknown): AbandonReason {
  return thrown instanceof Failure && tagOf(thrown) === "tool_loop_exhausted"
    ? "tool_loop_exhausted"
    : "owner_failed";
}

/** The kind of the error value that a chain has failed with; undefined for a plain Lua failure. */
export function tagOf({ origin, value }: Failure): string | undefined {
  return origin.tag ?? stringField(value, "kind");
}
