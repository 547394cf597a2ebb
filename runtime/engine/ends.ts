import type { RunErrorKind } from "../errors.ts";
import type { LuaTable } from "../lua/table.ts";
import { stringField } from "./failure.ts";

/** The hard gate of the H1 pass: task errors and a cancelled task's value stay `Lua` (H1-20, H1-21). */
export function gate(
  ends: RunErrorKind | "Cancelled",
  kind: string | undefined,
  gated: boolean,
): RunErrorKind | "Cancelled" {
  return gated && ends === "Lua" && !UNGATED.has(kind ?? "lua") ? "RequirementsUnmet" : ends;
}

const UNGATED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "cancelled",
  "tasks_live",
  "task_not_owned",
  "task_consumed",
]);

/** ERR-40: what an error value that was never caught ends a run as. */
export function endOf(value: LuaTable | undefined, kind: string | undefined): RunErrorKind | "Cancelled" {
  if (kind === "cancelled") return value?.getString("task") === undefined ? "Cancelled" : "Lua";
  return kind !== undefined && Object.hasOwn(ENDS, kind) ? ENDS[kind]! : "Lua";
}

const ENDS: { readonly [kind: string]: RunErrorKind } = {
  internal: "Internal",
  context_exhausted: "ContextExhausted",
  empty_model_reply: "Completion",
  tool: "Tool",
  tool_loop_exhausted: "Tool",
  out_of_scope_tool: "Tool",
  unbound_tool: "Tool",
};

/** ERR-42: what an error value raised again after another suspending call ends a run as. */
export function rebuiltEndOf(
  value: LuaTable | undefined,
  kind: string | undefined,
): RunErrorKind | "Cancelled" {
  if (kind === "tool" || kind === "tool_loop_exhausted") return "Tool";
  if (kind === "empty_model_reply") return "Completion";
  if (kind === "cancelled") return "Cancelled";
  const reason = stringField(value, "reason");
  return kind === "context_exhausted" && (reason === "precheck" || reason === "provider")
    ? "ContextExhausted"
    : "Lua";
}
