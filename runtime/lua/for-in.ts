import { callable, callSteps, list } from "./call.ts";
import { runtimeError } from "./error.ts";
import { getMetamethod } from "./metatable.ts";
import { typeName } from "./type-name.ts";
import type { LuaFunction, Result, Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** An iterator function that can give its pairs without an array for each (`pairs`). */
export interface PairFunction extends LuaFunction {
  /** Moves to the next pair; its key and value are then in `k` and `v`. */
  pairs?: { next(): boolean; readonly k: Value; readonly v: Value };
}

/** A running generic `for` (manual §3.3.5): `next` steps it, the first two variables are `k` and `v`, `values` holds all. */
export class ForIn {
  k: Value = undefined;
  v: Value = undefined;
  values: readonly Value[] = [];
  /** The fourth value of the list: closed when the loop ends. */
  readonly closing: Value;
  readonly #vm: VM;
  readonly #iterator: LuaFunction;
  readonly #state: Value;

  constructor(vm: VM, iterator: LuaFunction, [, state, control, closing]: readonly Value[]) {
    this.#vm = vm;
    this.#iterator = iterator;
    this.#state = state;
    this.k = control;
    this.closing = closing;
  }

  next(): boolean {
    const result = this.#iterator(this.#state, this.k);
    return this.#take(result instanceof Array ? list(result) : result);
  }

  /** `next` where the iterator may suspend. */
  *steps(): Generator<unknown, boolean, Value> {
    return this.#take(yield* callSteps(this.#vm, this.#iterator, this.#state, this.k));
  }

  #take(result: Result): boolean {
    if (result instanceof Array) {
      this.values = result;
      this.v = result[1];
      this.k = result[0];
    } else {
      this.values = [result as Value];
      this.v = undefined;
      this.k = result as Value;
    }
    return this.k !== undefined;
  }
}

/** A generic `for` over a table, one pair after the other. */
class ForPairs {
  k: Value = undefined;
  v: Value = undefined;
  readonly closing: Value;
  readonly #pairs: NonNullable<PairFunction["pairs"]>;

  constructor(pairs: NonNullable<PairFunction["pairs"]>, closing: Value) {
    this.#pairs = pairs;
    this.closing = closing;
  }

  get values(): readonly Value[] {
    return [this.k, this.v];
  }

  next(): boolean {
    const pairs = this.#pairs;
    if (!pairs.next()) return false;
    this.k = pairs.k;
    this.v = pairs.v;
    return true;
  }

  // A table walk never suspends, but a loop that might meet another iterator asks.
  // biome-ignore lint/correctness/useYield: see above
  *steps(): Generator<unknown, boolean, Value> {
    return this.next();
  }
}

/** Begins a generic `for` over the values of its list. Throws when the first cannot be called. */
export function forIn(vm: VM, values: readonly Value[]): ForIn | ForPairs {
  const [iterator, , , closing] = values;
  if (closing !== undefined && closing !== false && getMetamethod(vm, closing, "__close") === undefined) {
    throw runtimeError("variable '(for state)' got a non-closable value");
  }
  if (typeof iterator === "function") {
    const { pairs } = iterator as PairFunction;
    return pairs === undefined ? new ForIn(vm, iterator, values) : new ForPairs(pairs, closing);
  }
  if (getMetamethod(vm, iterator, "__call") === undefined) {
    throw runtimeError(`attempt to call a ${typeName(vm, iterator)} value`, 0);
  }
  return new ForIn(vm, callable(vm, iterator), values);
}

