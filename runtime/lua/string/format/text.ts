import { addressOf } from "../../address.ts";
import { argumentError } from "../../error.ts";
import { spend } from "../../fuel.ts";
import { LuaTable } from "../../table.ts";
import { toText } from "../../to-text.ts";
import { Userdata, type Value } from "../../value.ts";
import type { VM } from "../../vm.ts";
import { checkSpec, padText } from "./pad.ts";
import type { FormatSpec } from "./parse.ts";

/** `%s`: what `tostring` gives; a precision cuts it (LIB-14). */
export function formatText(vm: VM, spec: FormatSpec, value: Value, index: number): string {
  const text = typeof value === "string" ? value : toText(vm, value);
  if (spec.plain) return text;
  spend(vm, text.length >> 6);
  if (text.includes("\0")) throw argumentError(index, "string contains zeros");
  checkSpec(spec);
  return padText(spec, spec.precision < 0 ? text : text.slice(0, spec.precision));
}

/** `%p`: the address that `tostring` shows, one made of the bytes for a string; `(null)` for a value without identity. */
export function formatPointer(vm: VM, spec: FormatSpec, value: Value): string {
  checkSpec(spec);
  const identity = value instanceof LuaTable || value instanceof Userdata || typeof value === "function";
  const address = identity
    ? addressOf(vm, value)
    : typeof value === "string"
      ? stringAddress(vm, value)
      : undefined;
  return padText(spec, address === undefined ? "(null)" : `0x${address}`);
}

/** 14 hex digits that are equal for equal strings. */
function stringAddress(vm: VM, text: string): string {
  spend(vm, text.length >> 3);
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(16).padStart(14, "0");
}
