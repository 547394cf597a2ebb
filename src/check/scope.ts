import { givesFloat } from "../parse/lua/float.ts";
import { givesInteger } from "../parse/lua/integer.ts";
import { leftOperand } from "../parse/lua/spine.ts";
import type {
  Block,
  Call,
  Chunk,
  Expression,
  FunctionBody,
  Name,
  Statement,
  Variable,
} from "../parse/lua/tree.ts";
import { floatStarts } from "./float-start.ts";
import { type GlobalField, globalField, isGlobals, isPlainError, libraryName } from "./global-name.ts";
import { BORROWERS, Lending, WALKERS } from "./lending.ts";

/** Facts about the locals of one chunk. */
export interface Scope {
  /** Locals that are assigned after their declaration. */
  readonly assigned: ReadonlySet<Variable>;
  /** Locals that a function other than their own uses. */
  readonly captured: ReadonlySet<Variable>;
  /** Locals that are more than the table in `t[k]`, `t[k] = v` and `#t`: others may come to know their value. */
  readonly shared: ReadonlySet<Variable>;
  /** The library functions that locals are given to and that keep nothing of them, if the names mean those: `table.sort(t)`. */
  readonly lent: ReadonlyMap<Variable, ReadonlySet<string>>;
  /** The parameters that locals are given to, which are no more than a table there either unless the local is `shared`. */
  readonly lentTo: ReadonlyMap<Variable, ReadonlySet<Variable>>;
  /**
   * Locals whose every value is a float, or an integer that no use can tell from the float of the same value, as long as no metamethod
   * computes.
   */
  readonly floats: ReadonlySet<Variable>;
  /** Locals whose every value is an integer. */
  readonly integers: ReadonlySet<Variable>;
  /** Locals that are the key in `t[k]` or `t[k] = v`. */
  readonly keys: ReadonlySet<Variable>;
  /** True when the chunk assigns `_ENV` itself, so that global names may mean another table. */
  readonly assignsEnvironment: boolean;
  /** True when an error may be raised with a level above 1. */
  readonly raisesAbove: boolean;
}

/** Reads the facts off the tree. */
export function scope(chunk: Chunk): Scope {
  const reader = new Reader(chunk);
  reader.block(chunk.body);
  reader.findShared();
  reader.findNumbers(chunk);
  return reader;
}

class Reader implements Scope {
  readonly assigned = new Set<Variable>();
  readonly captured = new Set<Variable>();
  readonly shared = new Set<Variable>();
  readonly lent = new Map<Variable, Set<string>>();
  readonly floats = new Set<Variable>();
  readonly integers = new Set<Variable>();
  readonly keys = new Set<Variable>();
  /** The expressions whose single values a local is given; undefined for a local that gets others too. */
  readonly #values = new Map<Variable, Expression[] | undefined>();
  assignsEnvironment = false;
  raisesAbove = false;
  readonly #lending = new Lending();
  #owner: FunctionBody;

  constructor(chunk: Chunk) {
    this.#owner = chunk;
  }

  block(block: Block): void {
    for (const statement of block) this.#statement(statement);
  }

  get lentTo(): ReadonlyMap<Variable, ReadonlySet<Variable>> {
    return this.#lending.to;
  }

  /** Finds the locals that are shared because a function that they are given to shares them. */
  findShared(): void {
    for (const variable of this.#lending.findShared(this)) this.shared.add(variable);
  }

  /** Finds the locals that hold nothing but floats, or nothing but integers. */
  findNumbers(chunk: Chunk): void {
    this.#findThose(this.floats, givesFloat);
    this.#findThose(this.integers, givesInteger);
    for (const variable of floatStarts(chunk, this.#values, this.floats, this.integers))
      this.floats.add(variable);
  }

  /** Takes all locals for ones of a kind, then drops those that are given something else, until none is. */
  #findThose(found: Set<Variable>, gives: typeof givesFloat): void {
    for (const [variable, values] of this.#values) if (values !== undefined) found.add(variable);
    const holds = (variable: Variable) => found.has(variable);
    for (let dropped = true; dropped; ) {
      dropped = false;
      for (const variable of found) {
        if (this.#values.get(variable)!.every((value) => gives(value, holds))) continue;
        found.delete(variable);
        dropped = true;
      }
    }
  }

  #give(variables: readonly (Variable | undefined)[], values: readonly Expression[]): void {
    for (const [place, variable] of variables.entries()) {
      this.#lending.define(variable, values[place]);
      if (variable === undefined) continue;
      const value = values[place];
      const isSingle =
        value !== undefined && (place < values.length - 1 || values.length === variables.length);
      const known = this.#values.has(variable) ? this.#values.get(variable) : [];
      if (isSingle) known?.push(value);
      this.#values.set(variable, isSingle ? known : undefined);
    }
  }

  #expressions(expressions: readonly Expression[]): void {
    for (const expression of expressions) this.#expression(expression);
  }

  #statement(statement: Statement): void {
    switch (statement.kind) {
      case "Local":
        this.#give(statement.variables, statement.values);
        this.#expressions(statement.values);
        return;
      case "Return":
        this.#expressions(statement.values);
        return;
      case "GlobalDeclaration":
        for (const name of statement.names) this.#expression(name);
        this.#expressions(statement.values ?? []);
        return;
      case "LocalFunction":
        this.#give([statement.variable], []);
        this.#lending.define(statement.variable, statement.function);
        this.#expression(statement.function);
        return;
      case "GlobalFunction":
        this.#target(statement.name);
        this.#expression(statement.function);
        return;
      case "Assignment":
        this.#give(
          statement.targets.map((target) => (target.kind === "Name" ? target.variable : undefined)),
          statement.values,
        );
        for (const target of statement.targets) this.#target(target);
        this.#expressions(statement.values);
        return;
      case "FunctionDeclaration":
        if (statement.target.kind === "Name") this.#give([statement.target.variable], []);
        this.#target(statement.target);
        this.#expression(statement.function);
        return;
      case "CallStatement":
        this.#expression(statement.call);
        return;
      case "Do":
        this.block(statement.body);
        return;
      case "While":
      case "Repeat":
        this.#expression(statement.condition);
        this.block(statement.body);
        return;
      case "If":
        for (const clause of statement.clauses) {
          this.#expression(clause.condition);
          this.block(clause.body);
        }
        this.block(statement.otherwise ?? []);
        return;
      case "NumericFor":
        for (const start of [statement.from, statement.step])
          if (start !== undefined) this.#give([statement.variable], [start]);
        this.#expressions([statement.from, statement.to, ...(statement.step ? [statement.step] : [])]);
        this.block(statement.body);
        return;
      case "GenericFor":
        this.#give(statement.variables, []);
        if (statement.values.length > 1 || !this.#lend(statement.values[0]!, WALKERS))
          this.#expressions(statement.values);
        this.block(statement.body);
        return;
      case "Goto":
      case "Break":
      case "Label":
        return;
    }
  }

  #target(target: Extract<Expression, { kind: "Name" | "Index" }>): void {
    if (target.kind === "Name") {
      if (target.variable !== undefined) this.assigned.add(target.variable);
      else if (target.name === "_ENV" && target.environment === undefined) this.assignsEnvironment = true;
    }
    this.#expression(target);
  }

  #name(name: Name): void {
    // A globals table that goes somewhere may be asked for `error` there.
    if (name.name === "error" || isGlobals(name)) this.raisesAbove = true;
    this.#variables(name);
  }

  /** A global that is read as `_G.x`. */
  #global({ object, key }: GlobalField): void {
    if (key.value === "error" || key.value === "_G") this.raisesAbove = true;
    this.#variables(object);
  }

  #variables(name: Name): void {
    for (const variable of [name.variable, name.environment]) {
      if (variable !== undefined && variable.owner !== this.#owner) this.captured.add(variable);
    }
  }

  /** A name in any place but that of a table that is indexed or measured. */
  #share({ variable, environment }: Name): void {
    for (const local of [variable, environment]) if (local !== undefined) this.shared.add(local);
  }

  #expression(expression: Expression): void {
    let isTable = false;
    for (let node: Expression | undefined = expression; node !== undefined; node = leftOperand(node)) {
      if (node.kind === "Name" && !isTable) this.#share(node);
      isTable = node.kind === "Index";
      this.#parts(node);
      const field = globalField(node);
      if (field !== undefined) this.#global(field);
      if (field !== undefined || isPlainError(node)) return;
    }
  }

  /** Reads a call whose first argument is a local, when the function is one of those; false for anything else. */
  #lend(expression: Expression, functions: ReadonlySet<string>): boolean {
    if (expression.kind !== "Call") return false;
    const [table, ...others] = expression.arguments;
    const name = libraryName(expression.callee);
    if (table?.kind !== "Name" || table.variable === undefined || !functions.has(name)) return false;
    const lent = this.lent.get(table.variable);
    if (lent === undefined) this.lent.set(table.variable, new Set([name]));
    else lent.add(name);
    this.#name(table);
    this.#expressions(others);
    return true;
  }

  /** The arguments of a call. A function that a local holds may keep nothing of a table. */
  #pass({ callee, arguments: values }: Call): void {
    const name = callee.kind === "Name" ? callee.variable : undefined;
    for (const [place, value] of values.entries()) {
      if (name === undefined || value.kind !== "Name" || value.variable === undefined)
        this.#expression(value);
      else {
        this.#lending.pass(value.variable, name, place);
        this.#name(value);
      }
    }
  }

  /** All of an expression but its left operand. */
  #parts(expression: Expression): void {
    switch (expression.kind) {
      case "Name":
        this.#name(expression);
        return;
      case "Function": {
        const outer = this.#owner;
        this.#owner = expression;
        this.#give([...expression.parameters, expression.varargTable], []);
        this.block(expression.body);
        this.#owner = outer;
        return;
      }
      case "Index":
        if (expression.key.kind === "Name" && expression.key.variable !== undefined)
          this.keys.add(expression.key.variable);
        this.#expression(expression.key);
        return;
      case "Call":
        if (!this.#lend(expression, BORROWERS)) this.#pass(expression);
        return;
      case "MethodCall":
        this.#expressions(expression.arguments);
        return;
      case "Binary":
      case "Logical":
        this.#expression(expression.right);
        return;
      case "Unary":
        if (expression.operator === "#" && expression.operand.kind === "Name") this.#name(expression.operand);
        else this.#expression(expression.operand);
        return;
      case "Table":
        for (const item of expression.items) {
          if (item.kind === "Keyed") this.#expression(item.key);
          this.#expression(item.value);
        }
        return;
      default:
        return;
    }
  }
}
