import { LuaError } from "./error.ts";
import { Fields, LuaTable } from "./table.ts";
import type { VM } from "./vm.ts";

/**
 * What a host function throws (ERR-01): an error value of `kind` (ERR-02) with its message and the further fields of the
 * kind. It never gets a position.
 */
export function hostError(
  vm: VM,
  kind: string,
  message: string,
  fields?: Readonly<Record<string, string>>,
): LuaError {
  return new LuaError(errorValue(vm, kind, message, fields));
}

/** An error value (ERR-01): a table of string fields with the metatable that all error values of the VM share. */
export function errorValue(
  vm: VM,
  kind: string,
  message: string,
  fields?: Readonly<Record<string, string>>,
): LuaTable {
  const value = new LuaTable(undefined, Object.assign(new Fields(), { kind, message }, fields));
  value.mt = vm.errorMetatable ??= vm.errorTexts?.metatable(vm) ?? new LuaTable();
  return value;
}
