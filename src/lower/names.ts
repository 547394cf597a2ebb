/** Words that cannot name an ES binding, and globals that emitted code uses by name. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "arguments async await break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in instanceof interface let new null package private protected public return " +
    "static super switch this throw true try typeof var void while with yield undefined NaN Infinity Array Math Number " +
    "vm globals site entry"
  ).split(" "),
);

/**
 * The identifiers of emitted code, scope by scope. Names of the compiler's own contain a `$` and Lua names do not, so the two never meet; a Lua
 * name that is reserved or visible already gets a number, so that no binding ever hides another.
 */
export class Names {
  /** All that are visible. */
  readonly #visible = new Set<string>();
  /** Those of the innermost scope. */
  #scope: string[] = [];
  readonly #all: Set<string>;

  /** `all` collects every identifier that is declared. */
  constructor(all: Set<string>) {
    this.#all = all;
  }

  /** A new identifier in the innermost scope that reads like `name`. */
  declare(name: string): string {
    let candidate = name;
    for (let count = 1; RESERVED.has(candidate) || this.#visible.has(candidate); count++)
      candidate = `${name}$${count}`;
    this.#scope.push(candidate);
    this.#visible.add(candidate);
    this.#all.add(candidate);
    return candidate;
  }

  /** Runs `body` in a scope of its own. */
  scope<T>(body: () => T): T {
    const outer = this.#scope;
    this.#scope = [];
    const result = body();
    for (const name of this.#scope) this.#visible.delete(name);
    this.#scope = outer;
    return result;
  }
}

/** Any text as the beginning of an identifier: what is no ASCII letter or digit becomes `_`. */
export function identifier(text: string): string {
  const name = text.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  return /^[A-Za-z]/.test(name) ? name : `_${name}`;
}
