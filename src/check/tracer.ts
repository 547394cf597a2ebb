import type { Chunk, Expression, FunctionBody, Name, Node, Variable } from "../parse/lua/tree.ts";
import { Installed } from "./contents.ts";
import { Few } from "./few.ts";
import { Flow } from "./flow.ts";
import { installLibrary } from "./library.ts";
import { type BuiltinValue, type CallSite, type FunctionValue, Place } from "./value.ts";

/** A place of the program where something is called: by a call, an operator's metamethod, an iterator or `__close`. */
export interface Site {
  readonly node: Node;
  /** The function that holds it. */
  readonly owner: FunctionBody;
  /** How many loops of that function are around it. */
  readonly loops: number;
  /** True for a call with any number of arguments. */
  readonly passesAll: boolean;
  readonly callees: Few<FunctionValue | BuiltinValue>;
}

/** What tracing the Lua of one prompt needs to know and collects. */
export class Tracer {
  readonly flow = new Flow();
  readonly sites: Site[] = [];
  /** The places of the inner operands of long spines. */
  readonly known = new Map<Expression, Place>();
  /** The globals that a section VM has before any Lua runs. */
  readonly installed: Installed;
  readonly #variables = new Map<Variable, Place>();
  readonly #environment: Place;
  #owner!: FunctionBody;
  #extra = new Place();
  #returns = new Place();
  #loops = 0;

  /** `install` puts what the host supplies into the globals. */
  constructor(install: (flow: Flow) => void) {
    const { globals } = this.flow;
    this.#environment = new Place([globals]);
    installLibrary(this.flow);
    install(this.flow);
    this.installed = new Installed(globals.contents);
  }

  /** The values of `...` in the function being traced. */
  get extra(): Place {
    return this.#extra;
  }

  /** What the function being traced returns. */
  get returns(): Place {
    return this.#returns;
  }

  /** Runs `body` for the statements of a chunk. */
  chunk(chunk: Chunk, body: () => void): void {
    this.inside(chunk, { extra: new Place(), returns: new Place() }, body);
  }

  /** Runs `body` for the statements of a function. */
  inside(
    owner: FunctionBody,
    { extra, returns }: Pick<FunctionValue, "extra" | "returns">,
    body: () => void,
  ): void {
    const outer = [this.#owner, this.#extra, this.#returns, this.#loops] as const;
    [this.#owner, this.#extra, this.#returns, this.#loops] = [owner, extra, returns, 0];
    body();
    [this.#owner, this.#extra, this.#returns, this.#loops] = outer;
  }

  /** Runs `body` for what a loop repeats. */
  loop(body: () => void): void {
    this.#loops++;
    body();
    this.#loops--;
  }

  /** A backward goto makes a loop of everything behind its label: what follows counts as looped. */
  label(): void {
    this.#loops++;
  }

  /** The place of a local. */
  place(variable: Variable): Place {
    const known = this.#variables.get(variable);
    if (known !== undefined) return known;
    const place = new Place();
    this.#variables.set(variable, place);
    return place;
  }

  /** The place of the table that a global name indexes. */
  environment(name: Name): Place {
    return name.environment === undefined ? this.#environment : this.place(name.environment);
  }

  /** Records a place of the program where something is called with the given values. */
  site(node: Node, given: readonly Place[], rest?: Place): CallSite {
    const callees = new Few<FunctionValue | BuiltinValue>();
    const site = {
      node,
      owner: this.#owner,
      loops: this.#loops,
      passesAll: rest !== undefined,
      callees,
      arguments: given,
      rest,
      result: new Place(),
    };
    this.sites.push(site);
    return site;
  }
}
