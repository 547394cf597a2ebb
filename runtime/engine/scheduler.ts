import { EffectDropped } from "../errors.ts";
import type { LuaError } from "../lua/error.ts";
import { PAUSE } from "../lua/fuel.ts";
import { hostError } from "../lua/host-error.ts";
import { StepStack } from "../lua/steps.ts";
import type { Steps, Value } from "../lua/value.ts";
import { originate } from "./origin.ts";
import type { Run } from "./run-state.ts";
import type { Answer, Chain, Effect, SectionVM } from "./state.ts";
import { IMMEDIATE } from "./suspend.ts";

/** A chain that the scheduler runs, with those it has called: the main walk, an arm or a task. */
export class Strand {
  readonly chain: Chain;
  readonly steps: StepStack;
  /** What it goes on with. */
  answer: Answer = { value: undefined };
  /** Called when its code has ended, with what it gave or threw. */
  readonly end: (answer: Answer) => void;

  constructor(chain: Chain, steps: Steps, end: (answer: Answer) => void) {
    this.chain = chain;
    this.steps = new StepStack(steps);
    this.end = end;
  }
}

/** An effect that was issued and not yet answered. */
export interface Outstanding {
  readonly strand: Strand;
  readonly effect: Effect<unknown, unknown>;
  /** Issue order within the run. */
  readonly id: number;
  /** Its number in the order of its task (EVT-6). */
  readonly seq: number;
  readonly section: string;
  /** The host's answer, until it is applied. */
  reply: Reply | undefined;
  /** True once `perform` was called. */
  performed: boolean;
  controller: AbortController | undefined;
}

/** What `perform` gave, or what it threw or rejected with. */
export type Reply = { readonly value: unknown } | { readonly cause: unknown };

/** Decides which chain runs Lua: one at a time, each to its next wait, from one queue (SCH-1 to SCH-6). */
export class Scheduler {
  readonly #run: Run;
  readonly #ready: Strand[] = [];
  /** The strand whose quantum is spent: it goes on before any other (SCH-3). */
  #paused: Strand | undefined;
  #issued = 0;
  /** The effects that wait for an answer, in issue order. */
  outstanding: Outstanding[] = [];

  constructor(run: Run) {
    this.#run = run;
  }

  /** Appends a strand to the queue (SCH-4). */
  add(strand: Strand): void {
    this.#ready.push(strand);
  }

  /** Runs strands until none is ready, one is paused, or the run must end. False when one is paused. */
  turn(ended: () => boolean): boolean {
    while (!ended()) {
      const strand = this.#paused ?? this.#ready.shift();
      this.#paused = undefined;
      if (strand === undefined) return true;
      this.#advance(strand);
      if (this.#paused !== undefined) return false;
    }
    return true;
  }

  /** Applies the answers that are there, in issue order, and makes their strands ready (SCH-6). */
  applyAnswers(): void {
    const answered = this.outstanding.filter((waiting) => waiting.reply !== undefined);
    this.outstanding = this.outstanding.filter((waiting) => waiting.reply === undefined);
    for (const waiting of answered) {
      waiting.strand.answer = applied(waiting);
      this.add(waiting.strand);
    }
  }

  #advance(strand: Strand): void {
    const { steps, answer } = strand;
    strand.answer = { value: undefined };
    let result: IteratorResult<unknown, unknown>;
    try {
      result = "error" in answer ? steps.raise(answer.error) : steps.resume(answer.value);
      while (result.done !== true && result.value === IMMEDIATE) result = steps.resume(undefined);
    } catch (error) {
      strand.end({ error });
      return;
    }
    if (result.done === true) strand.end({ value: result.value as Value });
    else if (result.value === PAUSE) this.#paused = strand;
    else this.#issue(strand, result.value as Effect<unknown, unknown>);
  }

  #issue(strand: Strand, effect: Effect<unknown, unknown>): void {
    const { chain } = strand;
    // What prepare asks for is not part of the run's own order: the run has not started.
    const seq = effect.kind === "capability" ? 0 : this.#run.next(chain.task);
    const section = innermost(chain).entry?.section ?? this.#run.module.title;
    const id = this.#issued++;
    this.outstanding.push({
      strand,
      effect,
      id,
      seq,
      section,
      reply: undefined,
      performed: false,
      controller: undefined,
    });
  }
}

/** The chain that runs in place of one that waits in `call`. */
export function innermost(chain: Chain): Chain {
  let current = chain;
  while (current.called !== undefined) current = current.called;
  return current;
}

function applied({ strand, effect, reply }: Outstanding): Answer {
  try {
    if ("value" in reply!) {
      return { value: (effect.settle === undefined ? reply.value : effect.settle(reply.value)) as Value };
    }
    const { cause } = reply!;
    const entry = innermost(strand.chain).entry;
    if (cause instanceof EffectDropped && entry !== undefined) return { error: interrupted(entry.vm) };
    return effect.refuse === undefined ? { error: cause } : { value: effect.refuse(cause) as Value };
  } catch (error) {
    return { error };
  }
}

/** HOST-12. */
function interrupted(vm: SectionVM): LuaError {
  return originate(vm, hostError(vm, "cancelled", "interrupted by Ctrl-C"));
}
