import { concat } from "./concat.ts";
import { luaError } from "./error.ts";
import { LuaTable } from "./table.ts";
import { toText } from "./to-text.ts";
import { basicType } from "./type-name.ts";
import type { Value } from "./value.ts";
import type { ErrorTexts, VM } from "./vm.ts";

/** Lets error values be any, and be read and changed: for programs that may raise values of their own or get hold of raised ones. */
export function installErrors(vm: VM): void {
  vm.errorTexts = TEXTS;
}

const TEXTS: ErrorTexts = { metatable, text };

/** The metatable of error values (ERR-01). */
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

/** What an error that nobody has caught says (ERR-50). */
function text(vm: VM, value: Value): string {
  if (value === undefined) return "<no error object>";
  try {
    return toText(vm, value);
  } catch (thrown) {
    if (luaError(thrown) === undefined) throw thrown;
    return `(error object is a ${basicType(value)} value)`;
  }
}
