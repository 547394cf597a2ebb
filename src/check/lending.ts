import type { Expression, FunctionBody, Variable } from "../parse/lua/tree.ts";

/** Library functions that keep nothing of the list that they are given and give nothing by which it could be known. */
export const BORROWERS: ReadonlySet<string> = new Set([
  "table.concat",
  "table.insert",
  "table.remove",
  "table.sort",
  "table.unpack",
]);
/** What they give knows the table, but in a loop nobody sees that. */
export const WALKERS: ReadonlySet<string> = new Set(["ipairs", "pairs"]);

/** Facts about locals that the lending of tables depends on. */
interface Sharing {
  readonly assigned: ReadonlySet<Variable>;
  readonly captured: ReadonlySet<Variable>;
  readonly shared: ReadonlySet<Variable>;
}

/** Locals that are given to functions of the chunk, which may keep nothing of a table: `local function f(t) t[#t + 1] = 1 end … f(t)`. */
export class Lending {
  /** The parameters that the value of a local goes into. */
  readonly to = new Map<Variable, Set<Variable>>();
  readonly #functions = new Map<Variable, FunctionBody>();
  readonly #passed: { readonly variable: Variable; readonly callee: Variable; readonly place: number }[] = [];

  /** `local function name`, or a local that is given a function. */
  define(name: Variable | undefined, value: Expression | undefined): void {
    if (name !== undefined && value?.kind === "Function") this.#functions.set(name, value);
  }

  /** A local as an argument of the function that another holds. */
  pass(variable: Variable, callee: Variable, place: number): void {
    this.#passed.push({ variable, callee, place });
  }

  /** Once the whole chunk is read: the locals that are more than tables to a function that they are given to. */
  findShared({ assigned, captured, shared }: Sharing): Set<Variable> {
    const found = new Set<Variable>();
    for (const { variable, callee, place } of this.#passed) {
      const parameter = assigned.has(callee) ? undefined : this.#functions.get(callee)?.parameters[place];
      if (parameter === undefined || captured.has(parameter)) found.add(variable);
      else this.to.set(variable, (this.to.get(variable) ?? new Set()).add(parameter));
    }
    const isShared = (variable: Variable) => shared.has(variable) || found.has(variable);
    for (let size = -1; size < found.size; ) {
      size = found.size;
      for (const [variable, parameters] of this.to) if ([...parameters].some(isShared)) found.add(variable);
    }
    return found;
  }
}
