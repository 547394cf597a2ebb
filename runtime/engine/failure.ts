import type { FailureLocation, RunErrorKind } from "../errors.ts";
import { type LuaError, luaError } from "../lua/error.ts";
import { Stop } from "../lua/fuel.ts";
import type { Region } from "../lua/region.ts";
import { LuaTable } from "../lua/table.ts";
import type { Value } from "../lua/value.ts";
import { report } from "./report.ts";
import type { Entry } from "./state.ts";

/** What the engine knows of a failure beyond its Lua value. */
export interface Origin {
  /** The run error kind that it ends a run with, where that does not follow from the value's own kind (ERR-40). */
  readonly ends?: RunErrorKind | "Cancelled";
  /** The report as a byte string, where it is not the value's message (LMT-24). */
  readonly report?: string;
  /** The kind of the error value, and its own fields where there is no value yet. */
  readonly tag?: string | undefined;
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryable?: boolean;
  /** For people: what the host can do about it. */
  readonly help?: string | undefined;
  /** Parse failures only (KND-19). */
  readonly location?: FailureLocation;
  /** What the host threw. */
  readonly cause?: unknown;
  /** The call sites of the called chain that failed, innermost first: region and site, in pairs. */
  readonly frames?: readonly (Region | number)[];
  /** The section of the called chain that failed. */
  readonly section?: string;
}

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

/** A block returned something that is no result (RET-04), in the H1 pass through the hard gate. */
export function blockReturnFailure(entry: Entry, type: string): Failure {
  return returnFailure(entry, type, entry.index === undefined ? "RequirementsUnmet" : "Lua");
}

/** The same without the gate: also for the shared library. */
export function returnFailure(entry: Entry, type: string, kind: RunErrorKind = "Lua"): Failure {
  return new Failure(kind, `cannot return a ${type} as a result`, { section: entry.section });
}

/** A broken invariant of the engine, or an exception of the host that no rule gives another kind (KND-41). */
export function internalFailure(cause: unknown): Failure {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new Failure("Internal", `internal invariant violated: ${message}`, { cause });
}

function convert(thrown: unknown, make: (error: LuaError) => Failure): Stop | Failure {
  if (thrown instanceof Stop || thrown instanceof Failure) return thrown;
  const error = luaError(thrown);
  return error === undefined ? internalFailure(thrown) : make(error);
}

function luaFailure(entry: Entry, region: Region, error: LuaError, gated: boolean): Failure {
  const own = { section: entry.section, frames: error.frames };
  const answer = entry.answered?.failure(error, own, gated);
  if (answer !== undefined) return answer;
  const { vm } = entry;
  const { value, cause, help } = error;
  const kept = value instanceof LuaTable && value.mt !== undefined && value.mt === vm.errorMetatable;
  const text = report(vm, region, error);
  return new Failure(
    gated ? "RequirementsUnmet" : "Lua",
    text,
    { ...own, cause, help },
    kept ? value : undefined,
  );
}

/** A field of an error value, when it is a string. */
export function stringField(table: LuaTable | undefined, name: string): string | undefined {
  const value = table?.getString(name);
  return typeof value === "string" ? value : undefined;
}

/** The message of an error whose value is no error value. */
export function textOf(value: Value): string {
  return typeof value === "string" ? value : String(value);
}
