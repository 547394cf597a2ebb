import type { SectionVM } from "../../engine/state.ts";
import { callSteps } from "../../lua/call.ts";
import { crossing } from "../../lua/error.ts";
import { hostError } from "../../lua/host-error.ts";
import type { LuaFunction, Value } from "../../lua/value.ts";
import { contextExhausted, type Overflow } from "./compactors.ts";
import { fieldsOf } from "./failure.ts";

/** True for a failure with which a provider says that a request is too long (CONV-74). */
export function isOverflow(cause: unknown): boolean {
  const { kind, status, body } = fieldsOf(cause);
  return kind === "backend" && (status === 400 || status === 413) && PHRASES.test(body);
}

const PHRASES =
  /context length|context window|context size|context_length_exceeded|too many tokens|prompt is too long/i;

/** Ends the loop of a request that is too long: by what the compactor raises, or because it raises nothing (CONV-71, CONV-72). */
export function* overflow(
  vm: SectionVM,
  compactor: LuaFunction | undefined,
  reason: Overflow,
): Generator<unknown, never, Value> {
  if (compactor === undefined) throw contextExhausted(vm, reason);
  try {
    yield* callSteps(vm, compactor, reason);
  } catch (thrown) {
    throw crossing(vm, thrown, compactor);
  }
  const only = "replacement compactors are deferred; compactors.fail is the only shipped policy";
  throw hostError(vm, "lua", `the selected compactor returned without raising: ${only}`);
}
