import type { AssistantToolCall } from "../events.ts";
import type { Place } from "./place.ts";

/** A call of a model. */
export interface CalledTool {
  readonly call: AssistantToolCall;
  /** Where the reply was that asks for it. */
  readonly place: Place;
  /** When it could begin, in milliseconds since 1970. */
  readonly since: number;
}

/** The calls of one reply that have not ended, in their order. */
interface Batch {
  readonly calls: Map<string, AssistantToolCall>;
  readonly place: Place;
  /** How many sections of the task were open. */
  readonly depth: number;
  since: number;
  /** When a tool has failed meanwhile; whether it is the first of these is known once that one ends or never can. */
  failedAt: number | undefined;
}

/**
 * The tool calls that the models of a task have asked for. They run one after another (TOOL-60), so each begins when the one before it
 * has ended: local tools and task built-ins, which are no effects, report nothing as they begin.
 */
export class CalledTools {
  /** A local tool may run a loop of its own: the innermost is last. */
  readonly #batches: Batch[] = [];

  /** A reply has asked for calls, where that many sections are open. */
  add(calls: readonly AssistantToolCall[], place: Place, depth: number): void {
    const byId = new Map(calls.map((call) => [call.id, call]));
    this.#batches.push({ calls: byId, place, depth, since: Date.now(), failedAt: undefined });
  }

  /** Takes out the call with an id, which has ended; undefined when no model has asked for it. */
  end(id: string): CalledTool | undefined {
    const batch = this.#innermost(({ calls }) => calls.has(id));
    const call = batch?.calls.get(id);
    if (batch === undefined || call === undefined) return undefined;
    const { place, since } = batch;
    batch.calls.delete(id);
    batch.since = Date.now();
    batch.failedAt = undefined;
    while (this.#batches.at(-1)?.calls.size === 0) this.#batches.pop();
    return { call, place, since };
  }

  /** A tool that is no effect has failed. False when no model has asked for any. */
  fail(): boolean {
    const batch = this.#batches.at(-1);
    if (batch === undefined) return false;
    batch.failedAt ??= Date.now();
    return true;
  }

  /** Forgets the calls of sections that are no longer open; gives those that have failed, and when, in milliseconds since 1970. */
  leave(depth: number): (CalledTool & { readonly failedAt: number })[] {
    const failed: (CalledTool & { readonly failedAt: number })[] = [];
    for (let batch = this.#batches.at(-1); batch !== undefined && batch.depth > depth; ) {
      const { calls, place, since, failedAt } = batch;
      const [call] = calls.values();
      if (call !== undefined && failedAt !== undefined) failed.push({ call, place, since, failedAt });
      this.#batches.pop();
      batch = this.#batches.at(-1);
    }
    return failed;
  }

  #innermost(holds: (batch: Batch) => boolean): Batch | undefined {
    for (let at = this.#batches.length - 1; at >= 0; at--)
      if (holds(this.#batches[at]!)) return this.#batches[at];
    return undefined;
  }
}
