import type { LuaError } from "../lua/error.ts";
import { LuaTable } from "../lua/table.ts";
import { type Origin, stringField } from "./failure.ts";
import type { SectionVM } from "./state.ts";

/** The origin of an error value, with its kind and message as they were then: a prompt may write into the value. */
export interface Mark extends Origin {
  readonly message: string | undefined;
}

/** Marks an error as one that is reported with exactly its message and that keeps its run error kind when it is raised again (ERR-41, ERR-53). */
export function originate({ run, entry }: SectionVM, error: LuaError, origin: Origin = {}): LuaError {
  const table = error.value instanceof LuaTable ? error.value : undefined;
  const mark: Mark = { ...origin, tag: stringField(table, "kind"), message: stringField(table, "message") };
  error.origin = mark;
  run.module.answers?.(entry).keep(table, mark);
  return error;
}
