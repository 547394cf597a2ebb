import { StoreFailure } from "../host/store-failure.ts";
import { encodeUtf8 } from "../utf8.ts";
import { Failure } from "./failure.ts";
import type { Chain, Entry, SectionVM } from "./state.ts";
import type { Task } from "./task.ts";

/** Has the run of a section VM keep claims: linked where more than one chain can use the store. */
export function installClaims({ run }: SectionVM): void {
  run.claims ??= new Claims();
}

/** What a chain does with a file. */
export type Mode = "read" | "write";

/** Whose claim stands in the way, and of which kind it is. */
interface Conflict {
  readonly mode: Mode;
  readonly task: string;
}

/**
 * Which task has used which file of the store, so that no two live ones can depend on who comes first (STO-80 to STO-86, FAN-31). A called
 * chain makes its claims as its caller, so the identities are those of tasks.
 */
export class Claims {
  readonly #holders = new Map<string, Holder>();
  readonly #files = new Map<string, Record<Mode, Map<Holder, number>>>();
  /** Counts claims and births, to tell what came before a task was started. */
  #clock = 0;

  /** A task has been started: what its owner and those before it have claimed so far does not stand in its way (STO-83). */
  begin({ chain }: Task, owner: Chain): void {
    this.#holders.set(chain.task, new Holder(chain.task, this.#holder(owner), ++this.#clock));
  }

  /**
   * Takes a claim on a path for the chain of an entry, or refuses it: that ends the run (STO-84), but while the shared library loads it is
   * a `StoreFailure` (STO-86).
   */
  claim({ run, chain, loading }: Entry, mode: Mode, path: string): void {
    const conflict = this.#take(chain, mode, path);
    if (conflict === undefined) return;
    if (loading) {
      throw new StoreFailure(`write-write race on ${path}: another live identity holds a claim on it`);
    }
    run.stop(violation(chain, mode, path, conflict));
    throw run.stopping;
  }

  #take(chain: Chain, mode: Mode, path: string): Conflict | undefined {
    // A backend may still list files for a chain that was stopped.
    if (chain.within !== undefined && chain.within.strand === undefined) return undefined;
    const holder = this.#holder(chain);
    const file = this.#file(path);
    const conflict =
      conflictOf(holder, file, "write") ?? (mode === "write" ? conflictOf(holder, file, "read") : undefined);
    if (conflict !== undefined) return conflict;
    file[mode].set(holder, ++this.#clock);
    holder.paths.add(path);
    return undefined;
  }

  /** The claims of a task that has ended, or of the H1 pass (STO-82). */
  release({ task }: Pick<Chain, "task">): void {
    const holder = this.#holders.get(task);
    if (holder === undefined) return;
    this.#holders.delete(task);
    for (const path of holder.paths) {
      const file = this.#file(path);
      file.read.delete(holder);
      file.write.delete(holder);
      if (file.read.size + file.write.size === 0) this.#files.delete(path);
    }
  }

  #holder({ task }: Pick<Chain, "task">): Holder {
    const known = this.#holders.get(task);
    if (known !== undefined) return known;
    const holder = new Holder(task, undefined, 0);
    this.#holders.set(task, holder);
    return holder;
  }

  #file(path: string): Record<Mode, Map<Holder, number>> {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const file = { read: new Map(), write: new Map() };
    this.#files.set(path, file);
    return file;
  }
}

/** A live task as the claims see it. */
class Holder {
  readonly task: string;
  readonly owner: Holder | undefined;
  readonly born: number;
  readonly paths = new Set<string>();

  constructor(task: string, owner: Holder | undefined, born: number) {
    this.task = task;
    this.owner = owner;
    this.born = born;
  }
}

function conflictOf(
  holder: Holder,
  file: Record<Mode, Map<Holder, number>>,
  mode: Mode,
): Conflict | undefined {
  for (const [other, time] of file[mode])
    if (other !== holder && time > orderedUntil(holder, other)) return { mode, task: other.task };
  return undefined;
}

/** Until when the claims of another holder are ordered before this one: the birth of its own line, if it descends from the other. */
function orderedUntil(holder: Holder, other: Holder): number {
  for (let line = holder; line.owner !== undefined; line = line.owner)
    if (line.owner === other) return line.born;
  return 0;
}

/** What a conflict in block code ends the run with (STO-84). */
function violation(chain: Chain, mode: Mode, path: string, conflict: Conflict): Failure {
  const claim = `${mode} on /_promptforge/store/${encodeUtf8(path)} by ExecId(${chain.task})`;
  const other = `a ${conflict.mode} claim by ExecId(${conflict.task})`;
  return new Failure("Determinism", `store determinism violation: ${claim} conflicts with ${other}`);
}
