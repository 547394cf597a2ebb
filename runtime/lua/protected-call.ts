import { caught } from "./error.ts";
import type { Result, Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** What a protected call gives for a settled result: true put first (ERR-10). */
export function success(result: Result): Result {
  if (!Array.isArray(result)) return [true, result as Value];
  return result.length === 0 ? true : [true, ...result];
}

/**
 * What a protected call gives for something thrown: false and the error value. The handler still installed sees the error, then
 * `outer` and `depth` are in force again. What Lua cannot catch is thrown on.
 */
export function protectedFailure(
  vm: VM,
  thrown: unknown,
  callee: Value,
  outer: VM["handler"],
  depth: number,
): Result {
  vm.depth = depth;
  const value = caught(vm, thrown, callee);
  vm.handler = outer;
  return [false, value];
}
