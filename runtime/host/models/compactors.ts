import { originate } from "../../engine/origin.ts";
import type { SectionVM } from "../../engine/state.ts";
import type { LuaError } from "../../lua/error.ts";
import { hostError } from "../../lua/host-error.ts";
import { hostType } from "../../lua/type-name.ts";
import type { LuaFunction } from "../../lua/value.ts";
import { quoted } from "../quote.ts";

/** Why a request does not fit a model's context (CONV-71). */
export type Overflow = "precheck" | "provider";

/** `compactors.fail(tag)`: raises that the context is exhausted (CONV-70). */
export function hostCompactorsFail(vm: SectionVM): LuaFunction {
  return (tag) => {
    if (tag === "precheck" || tag === "provider") throw contextExhausted(vm, tag);
    const text =
      typeof tag === "string"
        ? `unknown overflow reason ${quoted(tag)}; expected "precheck" or "provider"`
        : `bad argument #1 to 'fail' (string expected, got ${hostType(tag)})`;
    throw hostError(vm, "lua", text);
  };
}

/** The error of an overflow that nothing compacts. Uncaught it ends the run in its own kind, whoever has raised it. */
export function contextExhausted(vm: SectionVM, reason: Overflow): LuaError {
  const error = hostError(vm, "context_exhausted", `context exhausted: ${PHRASES[reason]}`, { reason });
  return originate(vm, error);
}

const PHRASES: { readonly [reason in Overflow]: string } = {
  precheck: "the request precheck overflowed the model's context window",
  provider: "the provider rejected the request as exceeding the model's context window",
};
