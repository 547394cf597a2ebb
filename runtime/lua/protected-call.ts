import { callable, settle } from "./call.ts";
import { caught, LuaError } from "./error.ts";
import { spend } from "./fuel.ts";
import type { Region } from "./region.ts";
import type { LuaFunction, Result, Value } from "./value.ts";
import type { VM } from "./vm.ts";

/**
 * True in a function that a protected call has just called: it may return an error that it raises, as `unwound` does, and spare the
 * exception. To be asked first thing, because the answer is for one call only.
 */
export function isProtected(vm: VM, self: LuaFunction): boolean {
  if (vm.protected !== self) return false;
  vm.protected = undefined;
  return true;
}

/** Calls a function for a protected call: its settled result, or an error that it returned. */
export function enter(vm: VM, callee: Value, values: readonly Value[]): Result | LuaError {
  const target = typeof callee === "function" ? callee : callable(vm, callee);
  vm.protected = target;
  const given: Result | LuaError = target(...values);
  return given instanceof LuaError ? given : settle(given);
}

/** Leaves a function with an error: returned to a protected call, thrown to any other caller. */
export function unwound(isReturned: boolean, error: unknown): Result {
  if (isReturned && error instanceof LuaError) return error as never;
  throw error;
}

/** What a protected call gives for a settled result: true put first (ERR-10). */
export function success(result: Result): Result {
  if (!Array.isArray(result)) return [true, result as Value];
  if (result.length === 2) return [true, result[0], result[1]];
  return result.length === 0 ? true : [true, ...result];
}

/** How things stood when a protected call began: the message handler around it, the depth, and where it stands, if known. */
export interface Protection {
  readonly outer: VM["handler"];
  readonly depth: number;
  readonly region: Region | undefined;
  readonly site: number;
}

/**
 * What a protected call gives for something thrown: false and the error value. The handler still installed sees the error, then
 * the outer one and the depth are in force again. What Lua cannot catch is thrown on.
 */
export function protectedFailure(
  vm: VM,
  thrown: unknown,
  callee: Value,
  { outer, depth, region, site }: Protection,
): Result {
  vm.depth = depth;
  // An error takes as long as many turns of a loop.
  spend(vm, 16);
  // Level 1 would be the protected call itself.
  if (region !== undefined && thrown instanceof LuaError && thrown.level === 2) thrown.place(region, site);
  const value = caught(vm, thrown, callee);
  vm.handler = outer;
  return [false, value];
}
