import type { SectionVM } from "../engine/state.ts";
import { type LuaError, MemoryError } from "../lua/error.ts";
import { installErrors } from "../lua/error-text.ts";
import { LuaTable } from "../lua/table.ts";
import { Userdata, type Value } from "../lua/value.ts";
import type { VM } from "../lua/vm.ts";

/** Has Lua see errors as stock Lua 5.4 has them; the failures of host functions are opaque values with a text (V1-72). */
export function installOpaqueErrors(vm: SectionVM): void {
  installErrors(vm);
  vm.shown = (error) => shown(vm, error);
}

/** The error of a host function that Lua has caught and raised again; undefined for any other value. */
export function opaqueError(value: Value): LuaError | undefined {
  return value instanceof Userdata && value.content instanceof OpaqueError ? value.content.error : undefined;
}

/** What an opaque value stands for. */
class OpaqueError {
  readonly error: LuaError;

  constructor(error: LuaError) {
    this.error = error;
  }
}

function shown(vm: VM, error: LuaError): Value {
  const { value } = error;
  const isHosts = value instanceof LuaTable && value.mt !== undefined && value.mt === vm.errorMetatable;
  if (!isHosts && !(error instanceof MemoryError && !error.handled)) return value;
  const text = isHosts ? value.getString("message") : value;
  const metatable = new LuaTable();
  metatable.setField("__tostring", () => text);
  metatable.setField("__metatable", false);
  // A handler may put another value into the error that it is shown.
  const kept = Object.assign(Object.create(Object.getPrototypeOf(error) as object) as LuaError, error);
  return new Userdata(new OpaqueError(kept), metatable);
}
