import type { Chunk, Expression, FunctionBody, Name, Node, Variable } from "../parse/lua/tree.ts";
import { STRINGS } from "./fixed.ts";
import { Flow } from "./flow.ts";
import { installLibrary } from "./library.ts";
import { type BuiltinValue, type CallSite, type FunctionValue, Place, type TableValue } from "./value.ts";

/** A place of the program where something is called: by a call, an operator's metamethod, an iterator or `__close`. */
export interface Site {
  readonly node: Node;
  /** The function that holds it. */
  readonly owner: FunctionBody;
  /** How many loops of that function are around it. */
  readonly loops: number;
  /** True for a call with any number of arguments. */
  readonly passesAll: boolean;
  readonly callees: Set<FunctionValue | BuiltinValue>;
}

/** What tracing the Lua of one prompt needs to know and collects. */
export class Tracer {
  readonly flow = new Flow();
  readonly sites: Site[] = [];
  /** The places of the inner operands of long spines. */
  readonly known = new Map<Expression, Place>();
  readonly globals: TableValue;
  /** The globals that a section VM has before any Lua runs; of a table, the names of its fields. */
  readonly installed: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  /** The full names of the host functions at which a block can wait. */
  readonly waiting: readonly string[];
  /** Everything an `error` may have raised. */
  readonly raised: Place;
  readonly #variables = new Map<Variable, Place>();
  readonly #environment = new Place();
  #owner!: FunctionBody;
  #extra = new Place();
  #returns = new Place();
  #loops = 0;

  /** `install` puts what the host supplies into the globals. */
  constructor(install: (flow: Flow, globals: TableValue) => void) {
    const { flow } = this;
    this.globals = flow.table("");
    this.raised = installLibrary(flow, this.globals, flow.table(STRINGS)).raised;
    flow.add(this.#environment, this.globals);
    install(flow, this.globals);
    this.installed = fieldNames(this.globals);
    this.waiting = waitingNames(this.globals);
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
    const callees = new Set<FunctionValue | BuiltinValue>();
    this.sites.push({
      node,
      owner: this.#owner,
      loops: this.#loops,
      passesAll: rest !== undefined,
      callees,
    });
    return { arguments: given, rest, result: new Place(), callees };
  }
}

/** The fields of the globals, and those of the library tables among them. */
function fieldNames(globals: TableValue): Map<string, ReadonlySet<string> | undefined> {
  const names = [...globals.fields].map(([name, { values }]) => {
    const table = libraryIn(values, globals);
    return [name, table && new Set(table.fields.keys())] as const;
  });
  return new Map(names);
}

function waitingNames(globals: TableValue): string[] {
  return [...globals.fields].flatMap(([name, { values }]) => {
    const table = libraryIn(values, globals);
    const fields = [...(table?.fields ?? [])].filter(([, place]) => mayWait(place));
    return mayWait({ values }) ? [name] : fields.map(([field]) => `${name}.${field}`);
  });
}

function libraryIn(values: Place["values"], globals: TableValue): TableValue | undefined {
  const [value] = values;
  const isLibrary = value?.kind === "table" && value !== globals && value.library !== undefined;
  return isLibrary ? value : undefined;
}

function mayWait({ values }: Pick<Place, "values">): boolean {
  return [...values].some((value) => value.kind === "builtin" && value.suspends);
}
