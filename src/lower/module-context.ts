import type * as ES from "estree";
import type { CheckedPrompt } from "../check/checked.ts";
import type { Colours } from "../check/colour.ts";
import type { Source } from "../source.ts";
import { id, type Statement } from "./es.ts";
import { Imports, type RuntimeName } from "./imports.ts";

/** What lowering one module collects beside its sections. */
export class ModuleContext {
  readonly imports = new Imports();
  readonly source: Source;
  readonly colours: Colours;
  /** The library functions that are read once per VM, because nothing else is ever stored under their names. */
  readonly fixed: ReadonlySet<string>;
  /** True when no metamethod can compute `a + b` or another operation of arithmetic. */
  readonly computesPlainly: boolean;
  /** True when methods of strings are always those of the string library. */
  readonly fixesStrings: boolean;
  /** True when a value may have a `__close` metamethod. */
  readonly closes: boolean;
  /** True when a value may have an `__index` metamethod. */
  readonly inherits: boolean;
  /** True when an error may be raised with a level above 1, so that a protected call must know its place. */
  readonly raisesAbove: boolean;
  /** True where each turn of a loop and each call that spends fuel is counted as well. */
  readonly countsSteps: boolean;
  /** The identifiers of all Lua locals. */
  readonly locals = new Set<string>();
  /** Module-level constants and functions, by identifier, in order of first use. */
  readonly #declarations = new Map<string, Statement>();
  readonly #identifiers = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(checked: CheckedPrompt, countsSteps: boolean) {
    this.source = checked.prompt.source;
    this.colours = checked.colours;
    this.fixed = checked.fixed;
    this.computesPlainly = checked.computesPlainly;
    this.fixesStrings = checked.fixesStrings;
    this.closes = checked.closes;
    this.inherits = checked.inherits;
    this.countsSteps = countsSteps;
    this.raisesAbove = [...checked.scopes.values()].some((scope) => scope.raisesAbove);
  }

  use(name: RuntimeName): ES.Identifier {
    return this.imports.use(name);
  }

  /** Everything declared, in order. */
  get declarations(): Statement[] {
    return [...this.#declarations.values()];
  }

  /** An identifier `kind$text`, unique in the module and the same for the same text. */
  identifier(kind: string, key: string): string {
    const full = `${kind} ${key}`;
    const known = this.#identifiers.get(full);
    if (known !== undefined) return known;
    const base = `${kind}$${/^[A-Za-z0-9_]{1,40}$/.test(key) ? key : ""}`;
    let name = base;
    for (let count = 1; this.#taken.has(name); count++) name = `${base}$${count}`;
    this.#identifiers.set(full, name);
    this.#taken.add(name);
    return name;
  }

  /** The identifier of a module-level declaration, made once by `make`. */
  shared(kind: string, key: string, make: (name: string) => Statement): ES.Identifier {
    const name = this.identifier(kind, key);
    if (!this.#declarations.has(name)) {
      // Reserved before it is made: a declaration may use others, which then stand before it.
      const statement = make(name);
      this.#declarations.set(name, statement);
    }
    return id(name);
  }
}
