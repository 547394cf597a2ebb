import type * as ES from "estree";
import { id } from "./es.ts";

/** A function of the runtime that emitted code may import: a misspelt name does not compile. */
export type RuntimeName = Extract<keyof typeof import("promptforge-runtime/internal"), string>;

/** The module that emitted code imports. */
const RUNTIME = "promptforge-runtime/internal";

/** Records each runtime name that a module uses, so that it imports exactly those. */
export class Imports {
  readonly #used = new Map<RuntimeName, ES.Identifier[]>();

  /** The identifier of a runtime function. */
  use(name: RuntimeName): ES.Identifier {
    const identifier = id(name);
    const known = this.#used.get(name);
    if (known === undefined) this.#used.set(name, [identifier]);
    else known.push(identifier);
    return identifier;
  }

  /** The import declaration, names sorted; a name that a local of the module has too is imported under another. */
  declaration(locals: ReadonlySet<string>): ES.ImportDeclaration {
    return {
      type: "ImportDeclaration",
      specifiers: [...this.#used.keys()].sort().map((name) => {
        const local = locals.has(name) ? `${name}$` : name;
        for (const identifier of this.#used.get(name)!) identifier.name = local;
        return { type: "ImportSpecifier", imported: id(name), local: id(local) };
      }),
      source: { type: "Literal", value: RUNTIME, raw: JSON.stringify(RUNTIME) },
      attributes: [],
    };
  }
}
