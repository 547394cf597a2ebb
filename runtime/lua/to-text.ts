import { addressOf } from "./address.ts";
import { call, first } from "./call.ts";
import { crossing, runtimeError } from "./error.ts";
import { getMetamethod } from "./metatable.ts";
import { typeName } from "./type-name.ts";
import type { Value } from "./value.ts";
import type { VM } from "./vm.ts";

/** What `tostring` gives (manual §6.1, ENV-06): `__tostring`, else the plain text, `__name` standing for the type. */
export function toText(vm: VM, value: Value): string {
  const method = getMetamethod(vm, value, "__tostring");
  if (method === undefined) return plainText(vm, value);
  const given = textOf(vm, method, value);
  const text = typeof given === "string" ? given : vm.numberText?.(given);
  if (text !== undefined) return text;
  throw runtimeError("'__tostring' must return a string");
}

function textOf(vm: VM, method: Value, value: Value): Value {
  try {
    return first(call(vm, method, value));
  } catch (thrown) {
    throw crossing(vm, thrown, method);
  }
}

function plainText(vm: VM, value: Value): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "nil";
  if (typeof value === "boolean") return String(value);
  return vm.numberText?.(value) ?? `${typeName(vm, value)}: 0x${addressOf(vm, value as object)}`;
}
