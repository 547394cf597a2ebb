import type { SectionVM } from "../engine/state.ts";
import type { LuaError } from "../lua/error.ts";
import { hostError } from "../lua/host-error.ts";
import { hostType } from "../lua/type-name.ts";
import type { Value } from "../lua/value.ts";
import { quoted } from "./quote.ts";

/** Refuses a text that can be no tool alias or role label (TOOL-21, MOD-23); `what` names it in the message. */
export function checkAlias(vm: SectionVM, name: string, what = "alias"): void {
  if (/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name)) return;
  throw hostError(vm, "lua", `invalid ${what} ${quoted(name)}: expected [A-Za-z][A-Za-z0-9_-]{0,63}`);
}

/** An argument as text; a number passes as its own (TOOL-21, MOD-23). */
export function textArgument(vm: SectionVM, name: string, position: number, value: Value): string {
  if (typeof value === "string") return value;
  const text = vm.numberText?.(value);
  if (text !== undefined) return text;
  throw badArgument(vm, { name, position, expected: "string", value });
}

/** The error of an argument of a wrong type; positions count from 1. */
export function badArgument(
  vm: SectionVM,
  wrong: {
    readonly name: string;
    readonly position: number;
    readonly expected: string;
    readonly value: Value;
  },
): LuaError {
  const { name, position, expected, value } = wrong;
  const text = `bad argument #${position} to '${name}' (${expected} expected, got ${hostType(value)})`;
  return hostError(vm, "lua", text);
}
