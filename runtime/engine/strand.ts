import type { Value } from "../lua/value.ts";
import type { Resumable, Wait, Waiting } from "../lua/wait.ts";
import type { Driver } from "./driver.ts";
import type { Answer, Chain } from "./state.ts";

/** What a strand waits for while it is parked (VOC-5). */
export interface Park {
  /** The kind of an effect, or `tasks` for a wait on tasks. */
  readonly kind: string;
  /** The strand never goes on: lets go of what it waits for (SCH-14). */
  drop(): void;
}

/** A chain that a driver runs, with those it has called: the main walk, an arm or a task. */
export class Strand implements Waiting {
  readonly driver: Driver;
  readonly chain: Chain;
  steps: Resumable;
  /** What it goes on with. */
  answer: Answer = NOTHING;
  /** What it waits for, until it goes on; undefined also before it has begun. */
  park: Park | undefined = undefined;
  /** True once it must never go on again. */
  isStopped = false;
  /** Called when its code has ended, with what it gave or threw. */
  readonly end: (answer: Answer) => void;

  constructor(driver: Driver, chain: Chain, steps: Resumable, end: (answer: Answer) => void) {
    this.driver = driver;
    this.chain = chain;
    this.steps = steps;
    this.end = end;
  }

  /** Runs to the next wait or to the end. */
  advance(): void {
    let ended: Answer;
    this.park = undefined;
    try {
      for (;;) {
        const { steps, answer } = this;
        this.answer = NOTHING;
        const step = "error" in answer ? steps.throw(answer.error) : steps.next(answer.value);
        if (step.done === true) {
          ended = { value: step.value as Value };
          break;
        }
        if (!(step.value as Wait<Strand>).begin(this)) return;
      }
    } catch (error) {
      ended = { error };
    }
    this.end(ended);
  }
}

const NOTHING: Answer = { value: undefined };
