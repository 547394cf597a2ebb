import type { RunErrorKind } from "../errors.ts";
import type { LuaError } from "../lua/error.ts";
import type { Region } from "../lua/region.ts";
import { LuaTable } from "../lua/table.ts";
import type { Entry, SectionVM } from "./state.ts";

/** What the engine knows of a failure beyond its Lua value. */
export interface Origin {
  /** The run error kind that it ends a run with, where that does not follow from the value's own kind (ERR-40). */
  readonly ends?: RunErrorKind | "Cancelled";
  /** The report as a byte string, where it is not the value's message (LMT-24). */
  readonly report?: string;
  readonly retryable?: boolean;
  /** What the host threw. */
  readonly cause?: unknown;
  /** The call sites of the called chain that failed, innermost first: region and site, in pairs. */
  readonly frames?: readonly (Region | number)[];
  /** The section of the called chain that failed. */
  readonly section?: string;
}

/** The origin of an error value, with its kind and message as they were then: a prompt may write into the value. */
export interface Mark extends Origin {
  /** The kind of the error value; undefined for an error that is none. */
  readonly kind: string | undefined;
  readonly message: string | undefined;
  /** Which suspending call of the entry it answered. */
  readonly call: number;
}

/** The error values that a section entry was answered with. */
export class Answers {
  /** How many suspending calls the entry has made since its first answer was kept. */
  calls = 0;
  readonly marks = new WeakMap<LuaTable, Mark>();
}

/** Marks an error as one that is reported with exactly its message and that keeps its run error kind when it is raised again (ERR-41, ERR-53). */
export function originate(vm: SectionVM, error: LuaError, origin: Origin = {}): LuaError {
  const { value } = error;
  const { entry } = vm;
  entry.answered ??= new Answers();
  const table = value instanceof LuaTable ? value : undefined;
  const mark: Mark = {
    ...origin,
    kind: stringField(table, "kind"),
    message: stringField(table, "message"),
    call: entry.answered.calls,
  };
  error.origin = mark;
  if (table !== undefined) entry.answered.marks.set(table, mark);
  return error;
}

/** Tells the marks that the entry makes another suspending call, or begins another block. */
export function nextCall(entry: Entry): void {
  if (entry.answered !== undefined) entry.answered.calls++;
}

/** A field of an error value, when it is a string. */
export function stringField(table: LuaTable | undefined, name: string): string | undefined {
  const value = table?.getString(name);
  return typeof value === "string" ? value : undefined;
}
