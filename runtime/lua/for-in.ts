import { call, callable, callSteps, list } from "./call.ts";
import { runtimeError } from "./error.ts";
import { getMetamethod } from "./metatable.ts";
import type { LuaFunction, Result, Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** A running generic `for` (manual §3.3.5): after each `next` that is true, `k` and `v` are the first two variables. */
export interface Walk {
  k: Value;
  v: Value;
  next(): boolean;
}

/** `pairs` and `ipairs`: they can give a walk that makes no array for each step; undefined where the loop must call what they return. */
export interface Walker extends LuaFunction {
  walk?: (table: Value) => Walk | undefined;
}

/** A generic `for` over any iterator. */
class ForIn implements Walk {
  k: Value;
  v: Value = undefined;
  private result: Result;
  /** The fourth value of the list: closed when the loop ends. */
  readonly closing: Value;
  readonly vm: VM;
  readonly iterator: LuaFunction;
  readonly state: Value;

  constructor(vm: VM, iterator: LuaFunction, [, state, control, closing]: readonly Value[]) {
    this.vm = vm;
    this.iterator = iterator;
    this.state = state;
    this.k = control;
    this.closing = closing;
  }

  /** All that the last step gave. */
  get values(): readonly Value[] {
    return list(this.result);
  }

  next(): boolean {
    const result = this.iterator(this.state, this.k);
    return this.take(result instanceof Array ? list(result) : result);
  }

  /** `next` where the iterator may suspend. */
  *steps(): Generator<unknown, boolean, Value> {
    return this.take(yield* callSteps(this.vm, this.iterator, this.state, this.k));
  }

  private take(result: Result): boolean {
    this.result = result;
    if (result instanceof Array) {
      this.k = result[0];
      this.v = result[1];
    } else {
      this.k = result as Value;
      this.v = undefined;
    }
    return this.k !== undefined;
  }
}

/** Begins a generic `for` over the values of its list. Its first step throws when the first value cannot be called. */
export function forIn(vm: VM, values: readonly Value[]): ForIn {
  const [iterator, , , closing] = values;
  if (closing !== undefined && closing !== false && getMetamethod(vm, closing, "__close") === undefined) {
    throw runtimeError("variable '(for state)' got a non-closable value");
  }
  return new ForIn(vm, typeof iterator === "function" ? iterator : callable(vm, iterator), values);
}

/** Begins `for k, v in callee(table)` with at most two variables, where `callee` most likely is `pairs` or `ipairs`. */
export function forWalk(vm: VM, callee: LuaFunction, table: Value): Walk {
  const { walk } = callee as Walker;
  return walk?.(table) ?? forIn(vm, list(call(vm, callee, table)));
}
