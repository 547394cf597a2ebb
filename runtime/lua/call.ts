import { type LuaError, runtimeError } from "./error.ts";
import { spend } from "./fuel.ts";
import { getMetamethod } from "./metatable.ts";
import { StepStack } from "./steps.ts";
import { typeName } from "./type-name.ts";
import type { LuaFunction, Result, Steps, Value } from "./value.ts";
import type { VM } from "./vm.ts";
import type { Wait, Waiting } from "./wait.ts";

/** No results. */
export const EMPTY: readonly Value[] = /* @__PURE__ */ Object.freeze([]);

/**
 * A tail call that was not made: its caller's trampoline makes it, so that chains of tail calls need no stack.
 * It is an array, which stays empty, so that only calls that do not give one plain value have to look.
 */
export class TailCall extends Array<Value> {
  readonly vm: VM;
  readonly callee: LuaFunction;
  readonly given: readonly Value[];
  /** `settleSteps`: along with the call, so that only a module with tail calls links it. */
  readonly settleSteps: (result: Result) => Steps;

  constructor(vm: VM, callee: LuaFunction, given: readonly Value[], steps: (result: Result) => Steps) {
    super();
    this.vm = vm;
    this.callee = callee;
    this.given = given;
    this.settleSteps = steps;
  }
}

/** `return f(…)` when the depth since the last trampoline is spent. What cannot be called raises here, where the call stands. */
export function tail(vm: VM, callee: Value, ...given: Value[]): readonly Value[] {
  const target = typeof callee === "function" ? callee : callable(vm, callee);
  const { error } = target as Raiser;
  if (error !== undefined) throw error;
  return new TailCall(vm, target, given, settleSteps);
}

/** A function that may stand for a value that cannot be called. */
export interface Raiser extends LuaFunction {
  error?: LuaError;
}

/** Runs pending tail calls until there is a result. */
export function settle(result: Result): Result {
  while (result instanceof TailCall) {
    result.vm.tail = 200;
    result = result.callee(...result.given);
  }
  return result;
}

/** The first value of a result, nil for none. Small, so that engines inline it: few calls give an array. */
export function first(result: Result): Value {
  return result instanceof Array ? firstOf(result) : (result as Value);
}

function firstOf(result: Result): Value {
  const settled = settle(result);
  return settled instanceof Array ? settled[0] : (settled as Value);
}

/** All values of a result as an array. */
export function list(result: Result): readonly Value[] {
  const settled = result instanceof TailCall ? settle(result) : result;
  return settled instanceof Array ? settled : [settled as Value];
}

/** Values as a result: the plain value for exactly one. */
export function result(values: readonly Value[]): Result {
  return values.length === 1 ? values[0] : values;
}

/**
 * Something to call for a value that is no function: its `__call` with the value put first, at most 15 of them chained
 * (LUA-04); for a value that cannot be called a function that raises, so that the arguments are evaluated first. The error names
 * operand 0 of the site, or the metamethod of an event.
 */
export function callable(vm: VM, value: Value, event?: string, chained = 0): LuaFunction {
  if (typeof value === "function") return value;
  const method = getMetamethod(vm, value, "__call");
  if (method === undefined) {
    const text = `attempt to call a ${typeName(vm, value)} value`;
    const error = runtimeError(text, event === undefined ? 0 : `metamethod '${event.slice(2)}'`);
    const raiser: Raiser = () => {
      throw error;
    };
    raiser.error = error;
    return raiser;
  }
  if (chained === 15) return raise("'__call' chain too long");
  const target: Raiser = callable(vm, method, event, chained + 1);
  if (target.error !== undefined) return target;
  // Rest parameters that are only passed on cost no array.
  const bound: LuaFunction = (...values) => target(value, ...values);
  const { g } = target;
  if (g !== undefined) bound.g = (...values) => g(value, ...values);
  return bound;
}

/** More arguments than this are better not put on the JavaScript stack, which has room for about 120,000. */
const MOST_ARGUMENTS = 1000;

/** `callee(…)` of a function that may well be one of the library, with all values of a list. */
export function callAll(callee: LuaFunction, values: readonly Value[]): Result {
  return callee.all !== undefined && values.length > MOST_ARGUMENTS ? callee.all(values) : callee(...values);
}

/** Calls any value from a library function, where nothing else spends fuel for the call; the result is settled. */
export function call(vm: VM, callee: Value, ...values: Value[]): Result {
  spend(vm);
  const result = typeof callee === "function" ? callee(...values) : callable(vm, callee)(...values);
  return result instanceof TailCall ? settle(result) : result;
}

/** Calls any value from suspending library code. */
export function* callSteps(vm: VM, callee: Value, ...values: Value[]): Steps {
  const target = typeof callee === "function" ? callee : callable(vm, callee);
  const result = target.g === undefined ? target(...values) : yield* enter(vm, target.g(...values));
  return result instanceof TailCall ? yield* settleSteps(result) : result;
}

/** Runs pending tail calls in suspending code. */
export function* settleSteps(result: Result): Steps {
  while (result instanceof TailCall) {
    const { vm, callee, given } = result;
    vm.tail = 200;
    result = callee.g === undefined ? callee(...given) : yield* enter(vm, callee.g(...given));
  }
  return result;
}

/**
 * What `yield*` should run for a nested generator: the generator itself, or, every 200 levels, a step that hands it to the
 * driver's own stack, so that neither nesting nor resuming grows with the depth of the program.
 */
export function enter(vm: VM, steps: Steps): Steps {
  return vm.depth < 200 ? steps : handOver(vm, steps);
}

/** Yielded to the driver's stack: run these steps and give me their result. */
export class Nested implements Wait<Waiting> {
  readonly vm: VM;
  readonly steps: Steps;

  constructor(vm: VM, steps: Steps) {
    this.vm = vm;
    this.steps = steps;
  }

  /** The first of a chain begins its stack, which takes in all that follow. */
  begin(who: Waiting): true {
    const stack = new StepStack(who.steps);
    stack.push(this);
    who.steps = stack;
    return true;
  }
}

function* handOver(vm: VM, steps: Steps): Steps {
  return yield new Nested(vm, steps);
}

function raise(text: string): LuaFunction {
  return () => {
    throw runtimeError(text);
  };
}
