import { LuaError } from "../lua/error.ts";
import type { LuaFunction, Steps, Value } from "../lua/value.ts";
import type { Wait } from "../lua/wait.ts";
import { isYieldRefusal, yieldRefusal } from "../lua/yield-refusal.ts";
import { Effects } from "./effects.ts";
import { originate } from "./origin.ts";
import type { Effect, SectionVM } from "./state.ts";
import type { Strand } from "./strand.ts";

/**
 * Yielded by a suspending call that has no effect to wait for: the driver goes on at once (SCH-2 "immediate" and "nested"), but where
 * nothing can wait the call is refused like any other.
 */
export const IMMEDIATE: Wait<Strand> = { begin: () => true };

/** Yielded by a suspending call that waits for an effect. */
export class EffectWait<Reply, Outcome> implements Wait<Strand> {
  readonly effect: Effect<Reply, Outcome>;

  constructor(effect: Effect<Reply, Outcome>) {
    this.effect = effect;
  }

  begin(strand: Strand): false {
    const { driver } = strand;
    driver.effects ??= new Effects(driver);
    strand.park = driver.effects.issue(strand, this.effect as Effect<unknown, unknown>);
    return false;
  }
}

/**
 * A suspending host function; where nothing can wait it is refused before it looks at its arguments (SUS-02). Every `LuaError` that its body throws is the answer of the call: it is reported as it stands
 * (ERR-53), and raised again before another suspending call it counts as never caught (ERR-41).
 */
export function suspendingHost(vm: SectionVM, body: (...values: Value[]) => Steps): LuaFunction {
  const refuse = () => {
    throw yieldRefusal(vm);
  };
  const plain: LuaFunction = refuse;
  plain.g = (...values) => {
    if (vm.unyieldable > 0) refuse();
    return answered(vm, body, values);
  };
  return plain;
}

/** Not in the closure: each generator function that is called costs V8 a prototype and a hidden class of its own. */
function* answered(vm: SectionVM, body: (...values: Value[]) => Steps, values: Value[]): Steps {
  vm.entry.answered?.nextCall();
  try {
    return yield* body(...values);
  } catch (thrown) {
    throw isAnswer(vm, thrown) ? originate(vm, thrown, { cause: thrown.cause }) : thrown;
  }
}

/** Yields an effect and gives what its answer was settled to (see `Effect`). */
export function* effect<Reply, Outcome = Reply>(
  _vm: SectionVM,
  work: Effect<Reply, Outcome>,
): Generator<unknown, Outcome, Value> {
  return (yield new EffectWait(work)) as unknown as Outcome;
}

/** What a function of the author's own, which the call ran, has raised is no answer of the call (CONV-71, LT-07). */
function isAnswer(vm: SectionVM, thrown: unknown): thrown is LuaError {
  if (!(thrown instanceof LuaError) || thrown.origin !== undefined) return false;
  return !thrown.crossed && !isYieldRefusal(vm, thrown);
}
