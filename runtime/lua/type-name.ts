import { LuaFloat } from "./number.ts";
import { LuaTable } from "./table.ts";
import { Userdata, type Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** What `type()` gives (manual §6.1). */
export function basicType(value: Value): string {
  const type = typeof value;
  if (type === "object")
    return value instanceof LuaTable ? "table" : value instanceof LuaFloat ? "number" : "userdata";
  return type === "undefined" ? "nil" : type === "bigint" ? "number" : type;
}

/** The type as error messages name it: a string `__name` of the metatable, else the basic type. */
export function typeName(_vm: VM | undefined, value: Value): string {
  const metatable =
    value instanceof LuaTable ? value.mt : value instanceof Userdata ? value.metatable : undefined;
  const name = metatable?.getString("__name");
  return typeof name === "string" ? name : basicType(value);
}

/** The host's type name: like `basicType`, but an integer is an `integer` (part 02). */
export function hostType(value: Value): string {
  if (typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value)))
    return "integer";
  return basicType(value);
}
