import type { RunEvent } from "../events.ts";
import type { EffectReport } from "../options.ts";
import { OpenSpan, type SpanSource } from "./open-span.ts";
import { coordinates } from "./place.ts";
import { takeEvent } from "./task-event.ts";
import { TaskTrace } from "./task-trace.ts";

/** The spans of one run. */
export class RunTrace {
  readonly #content: boolean;
  readonly #root: OpenSpan;
  readonly #tasks = new Map<string, TaskTrace>();

  /** Begins with the event that a run has started. */
  constructor(source: SpanSource, event: RunEvent) {
    const attributes = {
      ...coordinates(event),
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": event.section,
    };
    this.#content = source.content === true;
    const parent = source.parent ?? source.context.active();
    this.#root = new OpenSpan(source, parent, `invoke_agent ${event.section}`, { attributes });
    this.#tasks.set(event.provenance.task, new TaskTrace(this.#root, this.#root, this.#content));
  }

  /** The host is asked for something: the span of a round or of a tool call begins. */
  ask(report: EffectReport): void {
    const trace = this.#tasks.get(report.provenance.task);
    if (trace !== undefined) trace.ask(report);
    else {
      // A task that was stopped in the turn in which it asked: the host is asked, but nobody waits.
      const stopped = new TaskTrace(this.#root, this.#root, this.#content);
      stopped.ask(report);
      stopped.close();
    }
  }

  /** Takes an event between the start and the end of the run; one of a task that has ended counts nothing. */
  event(event: RunEvent): void {
    const trace = this.#tasks.get(event.provenance.task);
    if (trace === undefined) return;
    takeEvent(trace, event);
    if (event.kind === "task_started") {
      this.#tasks.set(event.task, new TaskTrace(trace.innermost, this.#root, this.#content));
    } else if (ENDS.has(event.kind)) {
      trace.close();
      this.#tasks.delete(event.provenance.task);
    }
  }

  /** Ends all that is open, and the run's span: as failed, when there is a type of error. */
  close(error?: string): void {
    for (const trace of [...this.#tasks.values()].reverse()) trace.close();
    this.#root.end(error);
  }
}

const ENDS: ReadonlySet<RunEvent["kind"]> = /* @__PURE__ */ new Set<RunEvent["kind"]>([
  "task_succeeded",
  "task_failed",
  "task_cancelled",
  "task_abandoned",
]);
