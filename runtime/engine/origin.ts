import type { LuaError } from "../lua/error.ts";
import { LuaTable } from "../lua/table.ts";
import { endOf, gate, rebuiltEndOf } from "./ends.ts";
import { Failure, type Origin, stringField, textOf } from "./failure.ts";
import type { SectionVM } from "./state.ts";

/** The origin of an error value, with its kind and message as they were then: a prompt may write into the value. */
export interface Mark extends Origin {
  readonly message: string | undefined;
  /** Which suspending call of the entry it answered. */
  readonly call: number;
}

/** The error values that a section entry was answered with. */
export class Answers {
  private readonly marks = new WeakMap<LuaTable, Mark>();
  /** How many suspending calls the entry has made since its first answer was kept. */
  private calls = 0;

  /** Tells the marks that the entry makes another suspending call, or begins another block. */
  nextCall(): void {
    this.calls++;
  }

  /** Keeps what the engine knows of an error and of its value. */
  mark(error: LuaError, origin: Origin): void {
    const table = error.value instanceof LuaTable ? error.value : undefined;
    const tag = stringField(table, "kind");
    const mark: Mark = { ...origin, tag, message: stringField(table, "message"), call: this.calls };
    error.origin = mark;
    if (table !== undefined) this.marks.set(table, mark);
  }

  /** What an uncaught error ends its chain with where it, or its value, answered a suspending call (ERR-40 to ERR-43, ERR-53). */
  failure(error: LuaError, own: Origin, gated: boolean): Failure | undefined {
    const table = error.value instanceof LuaTable ? error.value : undefined;
    const mark = (error.origin as Mark | undefined) ?? (table && this.marks.get(table));
    if (mark === undefined) return undefined;
    if (error.origin === undefined && mark.call !== this.calls) return rebuilt(table, own, gated);
    const message = mark.report ?? mark.message ?? textOf(error.value);
    const ends = gate(mark.ends ?? endOf(table, mark.tag), mark.tag, gated);
    const frames = [...(mark.frames ?? []), ...own.frames!];
    return new Failure(ends, message, { ...mark, section: mark.section ?? own.section!, frames }, table);
  }
}

/** An error value raised again after another suspending call. */
function rebuilt(table: LuaTable | undefined, own: Origin, gated: boolean): Failure {
  const kind = stringField(table, "kind");
  const message = stringField(table, "message") ?? kind ?? "lua";
  return new Failure(gate(rebuiltEndOf(table, kind), kind, gated), message, own, table);
}

/** Marks an error as one that is reported with exactly its message and that keeps its run error kind when it is raised again (ERR-41, ERR-53). */
export function originate(vm: SectionVM, error: LuaError, origin: Origin = {}): LuaError {
  vm.entry.answered ??= new Answers();
  vm.entry.answered.mark(error, origin);
  return error;
}
