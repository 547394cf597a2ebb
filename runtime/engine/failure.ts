import type { RunErrorKind } from "../errors.ts";
import { LuaError } from "../lua/error.ts";
import { Stop } from "../lua/fuel.ts";
import type { Region } from "../lua/region.ts";
import { LuaTable } from "../lua/table.ts";
import type { Value } from "../lua/value.ts";
import { type Mark, type Origin, stringField } from "./origin.ts";
import { report } from "./report.ts";
import type { Entry } from "./state.ts";

/** Why a chain has failed: thrown through its walk to whatever began it. */
export class Failure {
  readonly kind: RunErrorKind | "Cancelled";
  /** Byte string. */
  readonly message: string;
  readonly origin: Origin;
  /** The error value that passes on as it is (CALL-08); undefined for a plain Lua failure. */
  readonly value: LuaTable | undefined;

  constructor(kind: RunErrorKind | "Cancelled", message: string, origin: Origin = {}, value?: LuaTable) {
    this.kind = kind;
    this.message = message;
    this.origin = origin;
    this.value = value;
  }

  /** True for a broken invariant, which no Lua code catches. */
  get isBug(): boolean {
    return this.kind === "Internal" && this.value === undefined;
  }
}

/**
 * What an uncaught error of a block ends its chain with (ERR-40 to ERR-43, ERR-50 to ERR-54), in the H1 pass through the hard gate
 * (H1-20 to H1-22). A `Stop` or a `Failure` is itself.
 */
export function blockFailure(entry: Entry, region: Region, thrown: unknown): Stop | Failure {
  return convert(thrown, (error) => luaFailure(entry, region, error, entry.index === undefined));
}

/** The same for the shared library's load, which has no hard gate (ENV-34, H1-21). */
export function loadFailure(entry: Entry, region: Region, thrown: unknown): Stop | Failure {
  return convert(thrown, (error) => luaFailure(entry, region, error, false));
}

/** The failure of a read-back or of a jump's target: its message as it stands (VARX-04, JUMP-10, ARG-44). */
export function closingFailure(entry: Entry, thrown: unknown): Stop | Failure {
  return convert(thrown, (error) => {
    const value = error.value instanceof LuaTable ? error.value : undefined;
    const message = stringField(value, "message") ?? textOf(error.value);
    return new Failure("Lua", message, { section: entry.section, frames: error.frames }, value);
  });
}

/** A block, or with `gated` false the shared library, returned something that is no result (RET-04). */
export function returnFailure(entry: Entry, type: string, gated = entry.index === undefined): Failure {
  const kind = gated ? "RequirementsUnmet" : "Lua";
  return new Failure(kind, `cannot return a ${type} as a result`, { section: entry.section });
}

/** A broken invariant of the engine, or an exception of the host that no rule gives another kind (KND-41). */
export function internalFailure(cause: unknown): Failure {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new Failure("Internal", `internal invariant violated: ${message}`, { cause });
}

function convert(thrown: unknown, make: (error: LuaError) => Failure): Stop | Failure {
  if (thrown instanceof Stop || thrown instanceof Failure) return thrown;
  if (thrown instanceof LuaError) return make(thrown);
  return thrown instanceof RangeError ? make(new LuaError("stack overflow")) : internalFailure(thrown);
}

function luaFailure(entry: Entry, region: Region, error: LuaError, gated: boolean): Failure {
  const { value } = error;
  const table = value instanceof LuaTable ? value : undefined;
  const mark = (error.origin as Mark | undefined) ?? (table && entry.answered?.marks.get(table));
  const own = { section: entry.section, frames: error.frames };
  if (mark === undefined) {
    const kept = table !== undefined && table.mt !== undefined && table.mt === entry.vm.errorMetatable;
    return new Failure(
      gate("Lua", "lua", gated),
      report(entry.vm, region, error),
      { ...own, cause: error.cause },
      kept ? table : undefined,
    );
  }
  const origin = {
    ...mark,
    ...own,
    frames: [...(mark.frames ?? []), ...error.frames],
    section: mark.section ?? entry.section,
  };
  if (error.origin !== undefined || mark.call === entry.answered?.calls) {
    const message = mark.report ?? mark.message ?? textOf(value);
    return new Failure(gate(mark.ends ?? endOf(table, mark.kind), mark.kind, gated), message, origin, table);
  }
  const kind = stringField(table, "kind");
  const message = stringField(table, "message") ?? kind ?? "lua";
  return new Failure(gate(rebuiltEndOf(table, kind), kind, gated), message, own, table);
}

/** The hard gate of the H1 pass: task errors and a cancelled task's value stay `Lua` (H1-20, H1-21). */
function gate(
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
function endOf(value: LuaTable | undefined, kind: string | undefined): RunErrorKind | "Cancelled" {
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
function rebuiltEndOf(value: LuaTable | undefined, kind: string | undefined): RunErrorKind | "Cancelled" {
  if (kind === "tool" || kind === "tool_loop_exhausted") return "Tool";
  if (kind === "empty_model_reply") return "Completion";
  if (kind === "cancelled") return "Cancelled";
  const reason = stringField(value, "reason");
  return kind === "context_exhausted" && (reason === "precheck" || reason === "provider")
    ? "ContextExhausted"
    : "Lua";
}

function textOf(value: Value): string {
  return typeof value === "string" ? value : String(value);
}
