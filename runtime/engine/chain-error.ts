import type { LuaError } from "../lua/error.ts";
import { hostError } from "../lua/host-error.ts";
import type { Failure } from "./failure.ts";
import { originate } from "./origin.ts";
import type { SectionVM } from "./state.ts";

/** A chain's failure as the error of whoever waits for it: an error value unchanged, a plain Lua failure as kind `lua` (CALL-08, TSK-20). */
export function chainError(vm: SectionVM, failure: Failure): LuaError {
  const { message, origin, value, kind } = failure;
  const error = hostError(vm, origin.tag ?? "lua", message, origin.fields);
  if (value !== undefined) error.value = value;
  return originate(vm, error, { ...origin, ends: kind });
}
