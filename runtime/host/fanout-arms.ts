import { chainError } from "../engine/chain-error.ts";
import { tagOf } from "../engine/owned-tasks.ts";
import type { SectionVM } from "../engine/state.ts";
import type { Park, Strand } from "../engine/strand.ts";
import type { Task, Watcher } from "../engine/task.ts";
import type { Json } from "../json.ts";
import type { Value } from "../lua/value.ts";
import type { Wait } from "../lua/wait.ts";
import type { ArmResult } from "./fanout-result.ts";
import { displayText } from "./json-text.ts";

/** One member at work. */
export interface Arm {
  readonly task: Task;
  /** The member: the caller's own value. */
  readonly item: Value;
  readonly json: Json;
  /** Counted from 1. */
  readonly position: number;
}

/** The arms of one `fanout` that have not been handled: yielded, it waits for the next that end. */
export class Arms implements Wait<Strand>, Park, Watcher {
  readonly kind = "tasks";
  /** In start order. */
  readonly #arms = new Map<Task, Arm>();
  #ended: Arm[] = [];
  #strand: Strand | undefined;

  /** How many are not handled. */
  get live(): number {
    return this.#arms.size;
  }

  /** Takes an arm on that was just started. */
  add(arm: Arm): void {
    this.#arms.set(arm.task, arm);
    arm.task.watcher = this;
  }

  begin(strand: Strand): false {
    this.#strand = strand;
    strand.park = this;
    return false;
  }

  taskEnded(task: Task): void {
    this.#ended.push(this.#arms.get(task)!);
    if (this.#ended.length === 1) this.#strand!.driver.resume(this.#strand!);
  }

  /** Those that have ended since, in start order (SCH-8). */
  takeEnded(): readonly Arm[] {
    const ended = this.#ended.sort((a, b) => a.position - b.position);
    this.#ended = [];
    return ended;
  }

  /** What an arm that has ended gives; its failure, unless it ran out of rounds, is raised as it is (FAN-20, FAN-21, FAN-26). */
  resultOf(vm: SectionVM, { task, item, json }: Arm): ArmResult {
    const { outcome } = task;
    this.#arms.delete(task);
    task.deliver();
    if (typeof outcome === "string") return { text: outcome, ok: true, item, exhausted: false };
    if (tagOf(outcome!) !== "tool_loop_exhausted") throw chainError(vm, outcome!);
    const text = `## ${displayText(json)}\n\nUNKNOWN\n\n(section incomplete: tool loop exhausted)`;
    return { text, ok: false, item, exhausted: true };
  }

  /** Stops those that have not ended, in start order. */
  cancel(): void {
    for (const task of this.#arms.keys()) {
      if (task.strand === undefined) task.deliver();
      else task.stop("cancelled");
    }
  }

  /** The caller is stopped, and its arms are as its tasks. */
  drop(): void {}
}
