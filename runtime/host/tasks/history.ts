import type { Run } from "../../engine/run-state.ts";
import type { Effect } from "../../engine/state.ts";
import type { RunEvent } from "../../events.ts";

/** The run's log by task, read as far as it was needed. */
export class Histories {
  #read = 0;
  readonly #byTask = new Map<string, RunEvent[]>();

  /** The events of a task so far, in their order, with numbers above `after`. */
  of({ events }: Run, task: string, after: number | undefined): readonly RunEvent[] {
    for (; this.#read < events.length; this.#read++) {
      const event = events[this.#read]!;
      const known = this.#byTask.get(event.provenance.task);
      if (known === undefined) this.#byTask.set(event.provenance.task, [event]);
      else known.push(event);
    }
    const own = this.#byTask.get(task) ?? [];
    return after === undefined ? [...own] : own.filter((event) => event.provenance.seq > after);
  }
}

/** The effect of a history read: what was reported before it is performed (HOST-3). */
export function historyEffect(
  run: Run,
  task: string,
  last: number | undefined,
): Effect<readonly RunEvent[], readonly RunEvent[]> {
  return {
    kind: "history",
    request: { task, ...(last === undefined ? {} : { last }) },
    perform: () => {
      run.histories ??= new Histories();
      return run.histories.of(run, task, last);
    },
  };
}
