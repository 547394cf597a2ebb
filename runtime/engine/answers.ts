import type { LuaError } from "../lua/error.ts";
import { LuaTable } from "../lua/table.ts";
import { endOf, gate, rebuiltEndOf } from "./ends.ts";
import { Failure, type Origin, stringField, textOf } from "./failure.ts";
import type { Mark } from "./origin.ts";
import type { Entry } from "./state.ts";

/** The answers of a section entry; linked where a prompt can be given any. */
export function answersOf(entry: Entry): Answers {
  entry.answered ??= new Answers();
  return entry.answered;
}

/** The error values that a section entry was answered with. */
export class Answers {
  /** Each with the number of the suspending call that it answered. */
  readonly #marks = new WeakMap<LuaTable, readonly [mark: Mark, call: number]>();
  /** How many suspending calls the entry has made since its first answer was kept. */
  #calls = 0;

  /** Tells the marks that the entry makes another suspending call, or begins another block. */
  nextCall(): void {
    this.#calls++;
  }

  /** Keeps what the engine knows of an error value; a value that is no table has only what its error knows. */
  keep(value: LuaTable | undefined, mark: Mark): void {
    if (value !== undefined) this.#marks.set(value, [mark, this.#calls]);
  }

  /** What an uncaught error ends its chain with where it, or its value, answered a suspending call (ERR-40 to ERR-43, ERR-53). */
  failure(error: LuaError, own: Origin, gated: boolean): Failure | undefined {
    const table = error.value instanceof LuaTable ? error.value : undefined;
    const [kept, call] = (table && this.#marks.get(table)) ?? [];
    const mark = (error.origin as Mark | undefined) ?? kept;
    if (mark === undefined) return undefined;
    if (error.origin === undefined && call !== this.#calls) return rebuilt(table, own, gated);
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
