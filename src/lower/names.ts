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
  readonly #scopes: Set<string>[] = [new Set()];
  readonly #all: Set<string>;

  /** `all` collects every identifier that is declared. */
  constructor(all: Set<string>) {
    this.#all = all;
  }

  /** A new identifier in the innermost scope that reads like `name`. */
  declare(name: string): string {
    let candidate = name;
    for (let count = 1; this.#isTaken(candidate); count++) candidate = `${name}$${count}`;
    this.#scopes[this.#scopes.length - 1]!.add(candidate);
    this.#all.add(candidate);
    return candidate;
  }

  #isTaken(name: string): boolean {
    return RESERVED.has(name) || this.#scopes.some((scope) => scope.has(name));
  }

  /** Runs `body` in a scope of its own. */
  scope<T>(body: () => T): T {
    this.#scopes.push(new Set());
    const result = body();
    this.#scopes.pop();
    return result;
  }
}

/** Any text as the beginning of an identifier: what is no ASCII letter or digit becomes `_`. */
export function identifier(text: string): string {
  const name = text.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  return /^[A-Za-z]/.test(name) ? name : `_${name}`;
}
