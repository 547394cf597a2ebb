import { Nested } from "./call.ts";
import { LuaError } from "./error.ts";
import { owe } from "./fuel.ts";
import type { LuaFunction, Result, Steps, Value } from "./value.ts";
import type { VM } from "./vm.ts";
import type { Resumable, Wait, Waiting } from "./wait.ts";
import { yieldRefusal } from "./yield-refusal.ts";

/** How many times 200 nested calls a chain may hold: about what stock Lua allows (LUA-07). */
const DEEPEST = 1000;

/**
 * The generators that a chain is inside of, innermost last. Emitted code nests 200 of them with `yield*`, then
 * yields the next one to this stack.
 */
export class StepStack implements Resumable {
  readonly #stack: Resumable[];
  /** For each nested level but the first, whose depth counter it began anew and what that counter was. */
  readonly #outer: { vm: VM; depth: number }[] = [];

  constructor(steps: Resumable) {
    this.#stack = [steps];
  }

  /** Runs to the next yield that is no nested call, or to the end. Throws what the code throws. */
  next(value: Value): IteratorResult<unknown, Result> {
    return this.#run((steps) => steps.next(value));
  }

  /** Raises an error at the place where the code waits, then goes on like `next`. */
  throw(error: unknown): IteratorResult<unknown, Result> {
    return this.#run((steps) => steps.throw(error));
  }

  #run(begin: (steps: Resumable) => IteratorResult<unknown, Result>): IteratorResult<unknown, Result> {
    let step = begin;
    for (;;) {
      const steps = this.#stack[this.#stack.length - 1]!;
      let outcome: IteratorResult<unknown, Result>;
      try {
        outcome = step(steps);
      } catch (error) {
        this.#pop();
        if (this.#stack.length === 0) throw error;
        step = (outer) => outer.throw(error);
        continue;
      }
      if (outcome.done === true) {
        this.#pop();
        if (this.#stack.length === 0) return outcome;
        const { value } = outcome;
        // A step's result travels as it is: the code that handed the call over settles it.
        step = (outer) => outer.next(value as Value);
      } else if (outcome.value instanceof Nested) {
        if (this.#stack.length === DEEPEST) step = (outer) => outer.throw(new LuaError("stack overflow", 1));
        else {
          this.push(outcome.value);
          step = (inner) => inner.next(undefined);
        }
      } else return outcome;
    }
  }

  /** Goes on with nested steps; the steps that yielded them get their result. */
  push({ vm, steps }: Nested): void {
    this.#outer.push({ vm, depth: vm.depth });
    vm.depth = 0;
    this.#stack.push(steps);
  }

  #pop(): void {
    this.#stack.pop();
    const outer = this.#outer.pop();
    if (outer !== undefined) outer.vm.depth = outer.depth;
  }
}

/** A suspending Lua function from its generator: the plain form runs it and refuses to wait (SUS-02). */
export function suspending(vm: VM, steps: (...values: Value[]) => Steps): LuaFunction {
  const plain: LuaFunction = (...values) => runPlain(vm, steps(...values));
  plain.g = steps;
  return plain;
}

/** Runs suspending code where nothing can wait; an actual wait raises the error of manual §4.5. */
export function runPlain(vm: VM, steps: Steps): Result {
  const { depth } = vm;
  const stack = new StepStack(steps);
  vm.unyieldable++;
  try {
    let outcome = stack.next(undefined);
    let paused = false;
    while (outcome.done !== true) {
      const { isPause } = outcome.value as Wait<Waiting>;
      if (isPause === true) paused = true;
      outcome = isPause === true ? stack.next(undefined) : stack.throw(yieldRefusal(vm));
    }
    if (paused) owe(vm);
    return outcome.value;
  } finally {
    vm.unyieldable--;
    vm.depth = depth;
  }
}
