import { error, raised } from "./base/error.ts";
import { callable, callSteps, settle } from "./call.ts";
import { caught, LuaError } from "./error.ts";
import { spend } from "./fuel.ts";
import type { Region } from "./region.ts";
import type { LuaFunction, Result, Steps, Value } from "./value.ts";
import type { VM } from "./vm.ts";

/**
 * Calls a function so that an error ends the call alone, `handler` being the message handler in force (ERR-10, ERR-11): true and its results, or
 * false and the error value.
 */
export function protectedCall(
  vm: VM,
  callee: Value,
  values: readonly Value[],
  handler: VM["handler"],
): Result {
  const began = begin(vm, handler);
  let given: Result | LuaError;
  try {
    given = callee === error ? raised(values[0], values[1]) : enter(vm, callee, values);
  } catch (thrown) {
    vm.protected = undefined;
    return failure(vm, thrown, callee, began);
  }
  // An exception costs more than all the rest of the call: an error that can be returned is.
  if (given instanceof LuaError) return failure(vm, given, callee, began);
  vm.handler = began.outer;
  return success(given);
}

/** `protectedCall` of a function that may suspend. */
export function* protectedSteps(
  vm: VM,
  callee: Value,
  values: readonly Value[],
  handler: VM["handler"],
): Steps {
  const began = begin(vm, handler);
  let result: Result;
  try {
    result = yield* callSteps(vm, callee, ...values);
  } catch (thrown) {
    return failure(vm, thrown, callee, began);
  }
  vm.handler = began.outer;
  return success(result);
}

/**
 * True in a function that a protected call has just called: it may return an error that it raises, as `unwound` does, and spare the
 * exception. To be asked first thing, because the answer is for one call only.
 */
export function isProtected(vm: VM, self: LuaFunction): boolean {
  if (vm.protected !== self) return false;
  vm.protected = undefined;
  return true;
}

/** Leaves a function with an error: returned to a protected call, thrown to any other caller. */
export function unwound(isReturned: boolean, error: unknown): Result {
  if (isReturned && error instanceof LuaError) return error as never;
  throw error;
}

/** How things stood when a protected call began: the message handler around it, the depth, and where it stands, if known. */
interface Protection {
  readonly outer: VM["handler"];
  readonly depth: number;
  readonly region: Region | undefined;
  readonly site: number;
}

function begin(vm: VM, handler: VM["handler"]): Protection {
  const { handler: outer, depth, region, site } = vm;
  vm.region = undefined;
  vm.handler = handler;
  return { outer, depth, region, site };
}

/** The settled result of a function, or an error that it returned. */
function enter(vm: VM, callee: Value, values: readonly Value[]): Result | LuaError {
  const target = typeof callee === "function" ? callee : callable(vm, callee);
  vm.protected = target;
  const given: Result | LuaError = target(...values);
  return given instanceof LuaError ? given : settle(given);
}

/** What a protected call gives for a settled result: true put first (ERR-10). */
function success(result: Result): Result {
  if (!Array.isArray(result)) return [true, result as Value];
  if (result.length === 2) return [true, result[0], result[1]];
  return result.length === 0 ? true : [true, ...result];
}

/**
 * What a protected call gives for something thrown: false and the error value. The handler still installed sees the error, then
 * the outer one and the depth are in force again. What Lua cannot catch is thrown on.
 */
function failure(vm: VM, thrown: unknown, callee: Value, began: Protection): Result {
  vm.depth = began.depth;
  // An error takes as long as many turns of a loop.
  spend(vm, 16);
  // Level 1 would be the protected call itself.
  if (began.region !== undefined && thrown instanceof LuaError && thrown.level === 2)
    thrown.place(began.region, began.site);
  const value = caught(vm, thrown, callee);
  vm.handler = began.outer;
  return [false, value];
}
