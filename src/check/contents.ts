import type { Flow } from "./flow.ts";
import type { AbstractValue } from "./value.ts";

/** What a table of the host or the library holds before the program runs, by name. */
export type Contents = ReadonlyMap<string, Content>;

/** What stands under a name. Its values are made when the program first reaches for the name. */
export interface Content {
  readonly make: (flow: Flow) => AbstractValue | AbstractValue[];
  /** True for a host function at which a block can wait. */
  readonly waits: boolean;
  /** Of a library table or one of the host. */
  readonly fields: Contents | undefined;
}

/** The globals that a section VM has before any Lua runs. */
export class Installed {
  readonly #contents: readonly Contents[];

  constructor(contents: readonly Contents[]) {
    this.#contents = contents;
  }

  has(name: string): boolean {
    return this.#contents.some((contents) => contents.has(name));
  }

  /** The names of all, in the order in which they were put there. */
  names(): Set<string> {
    return new Set(this.#contents.flatMap((contents) => [...contents.keys()]));
  }

  /** Of a table of the library or the host the names of its fields. */
  fieldsOf(name: string): ReadonlySet<string> | undefined {
    const fields = this.#first(name)?.fields;
    return fields && new Set(fields.keys());
  }

  /** The full names of the host functions under a global at which a block can wait: `call`, `store.read`. */
  waitingAt(name: string): readonly string[] {
    if (this.#contents.some((contents) => contents.get(name)?.waits)) return [name];
    const fields = [...(this.#first(name)?.fields ?? [])].filter(([, { waits }]) => waits);
    return fields.map(([field]) => `${name}.${field}`);
  }

  #first(name: string): Content | undefined {
    return this.#contents.find((contents) => contents.has(name))?.get(name);
  }
}
