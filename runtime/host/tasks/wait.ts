import { Effects, type Outstanding } from "../../engine/effects.ts";
import type { SectionVM } from "../../engine/state.ts";
import type { Park, Strand } from "../../engine/strand.ts";
import type { Task, Watcher } from "../../engine/task.ts";
import type { Wait } from "../../lua/wait.ts";
import { timerEffect } from "./timer.ts";

/** Parks a chain until one of its tasks has ended, or all, or until time is up (TSK-20, TSK-21, TSK-27). None of them may have ended when only one is waited for. */
export class TasksWait implements Wait<Strand>, Park, Watcher {
  readonly kind = "tasks";
  /** The one that has ended first. */
  first: Task | undefined = undefined;
  /** True when the time was up before the wait was satisfied. */
  timedOut = false;
  readonly #vm: SectionVM;
  readonly #tasks: readonly Task[];
  /** How many have to end yet. */
  #missing: number;
  readonly #seconds: number | undefined;
  #strand: Strand | undefined;
  #timer: Outstanding | undefined;

  /** `tasks` are live and distinct; `ends` says how many of them must end; without `seconds` it waits for ever. */
  constructor(vm: SectionVM, tasks: readonly Task[], ends: number, seconds: number | undefined) {
    this.#vm = vm;
    this.#tasks = tasks;
    this.#missing = ends;
    this.#seconds = seconds;
  }

  begin(strand: Strand): false {
    const { driver } = strand;
    strand.park = this;
    this.#strand = strand;
    for (const task of this.#tasks) task.watcher = this;
    if (this.#seconds !== undefined) {
      driver.effects ??= new Effects(driver);
      const effect = timerEffect(this.#vm, this.#seconds);
      this.#timer = driver.effects.issue(strand, effect, (answer) => {
        this.timedOut = true;
        this.#resume(strand, answer);
      });
    }
    return false;
  }

  taskEnded(task: Task): void {
    this.first ??= task;
    if (--this.#missing > 0) return;
    this.#timer?.drop();
    this.#resume(this.#strand!);
  }

  drop(): void {
    this.#timer?.drop();
  }

  #resume(strand: Strand, answer?: Strand["answer"]): void {
    for (const task of this.#tasks) if (task.watcher === this) task.watcher = undefined;
    if (answer !== undefined) strand.answer = answer;
    strand.driver.resume(strand);
  }
}
