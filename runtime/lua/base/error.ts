import { optionalPosition } from "../arguments.ts";
import { LuaError } from "../error.ts";
import type { LuaFunction, Result, Value } from "../value.ts";
import type { VM } from "../vm.ts";

/** `error(message, level = 1)`: a string message gets the position of the function at that level. */
export function baseError(_vm: VM): LuaFunction {
  return error;
}

/** The function itself, which is the same in all VMs. */
export function error(message: Value, level: Value): Result {
  throw raised(message, level);
}

/** What `error(message, level)` throws: emitted code that can leave its frame without an exception asks for it here. */
export function raised(message: Value, level?: Value): LuaError {
  const frames = optionalPosition(level, 1, 2);
  return new LuaError(message, typeof message === "string" ? Math.max(frames, 0) : 0);
}
