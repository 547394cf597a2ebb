import { concat } from "./concat.ts";
import { LuaError } from "./error.ts";
import { Fields, LuaTable } from "./table.ts";
import { toText } from "./to-text.ts";
import type { Value } from "./value.ts";
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
  const own = new Fields();
  own["kind"] = kind;
  own["message"] = message;
  for (const name of Object.keys(fields ?? {})) own[name] = fields![name];
  const value = new LuaTable(undefined, own);
  value.mt = vm.errorMetatable ??= metatable(vm);
  return value;
}

function metatable(vm: VM): LuaTable {
  const shared = new LuaTable();
  shared.setField("__tostring", (value) => messageOf(vm, value));
  shared.setField("__concat", (a, b) => concat(vm, messageOf(vm, a), messageOf(vm, b)));
  return shared;
}

/** The message of an error value; any other value is itself. */
function messageOf(vm: VM, value: Value): Value {
  if (!(value instanceof LuaTable && value.mt === vm.errorMetatable)) return value;
  const message = value.getString("message");
  return typeof message === "string" ? message : toText(vm, message);
}
