import { callable, callSteps } from "./call.ts";
import { crossing, fail, LuaError, runtimeError, visible } from "./error.ts";
import { getMetamethod } from "./metatable.ts";
import type { Region } from "./region.ts";
import { runPlain } from "./steps.ts";
import type { LuaFunction, Steps, Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** A to-be-closed variable takes nil, false, or a value with `__close` (manual §3.3.8). */
export function checkClosable(vm: VM, value: Value, name: string): void {
  if (value === undefined || value === false || getMetamethod(vm, value, "__close") !== undefined) return;
  throw runtimeError(`variable '${name}' got a non-closable value`);
}

/** Closes a variable at a normal end of its scope. */
export function* closeSteps(vm: VM, value: Value): Generator<unknown, void, Value> {
  if (value === undefined || value === false) return;
  const method = getMetamethod(vm, value, "__close");
  yield* callSteps(
    vm,
    typeof method === "function" ? method : callable(vm, method, "__close"),
    value,
    undefined,
  );
}

/**
 * Closes a variable while an error unwinds, and gives what to throw on: the error, or the one that closing raised. The error's position is
 * completed first; what stops a chain passes without running anything (SCH-14).
 */
export function* closeAfterErrorSteps(
  vm: VM,
  region: Region,
  site: number,
  value: Value,
  thrown: unknown,
): Generator<unknown, unknown, Value> {
  const error = fail(vm, region, site, thrown);
  if (!(error instanceof LuaError) || value === undefined || value === false) return error;
  const method = getMetamethod(vm, value, "__close");
  if (error.level > 0 && (method as LuaFunction | undefined)?.g === undefined) {
    // The caller's position is not known here, and nothing of the program runs before it is.
    const inner = error.close ?? completed;
    error.close = (whole) => runPlain(vm, closeAfterErrorSteps(vm, region, 0, value, inner(whole)) as Steps);
    return error;
  }
  try {
    yield* callSteps(vm, method, value, visible(vm, error));
    return error;
  } catch (raised) {
    return fail(vm, region, site, unplaced(vm, raised));
  }
}

function completed(error: LuaError): LuaError {
  error.close = undefined;
  error.level = 0;
  return error;
}

/** What a `__close` raises while an error unwinds has no position in the function that is left: no frame of it remains. */
function unplaced(vm: VM, raised: unknown): unknown {
  const error = crossing(vm, raised);
  if (!(error instanceof LuaError)) return error;
  error.level = 0;
  vm.handler?.handle(vm, error);
  return error;
}
