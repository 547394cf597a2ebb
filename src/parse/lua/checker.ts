import type { Operand } from "./check-expression.ts";
import { emptyFacts, type Facts, type Reference } from "./facts.ts";
import { LuaFault } from "./fault.ts";
import { messages } from "./messages.ts";
import {
  activate,
  type Dialect,
  declarePending,
  type Entry,
  type FunctionScope,
  type LocalEntry,
  lookUp,
} from "./scope.ts";
import type { TokenStream } from "./token-stream.ts";
import type { Token } from "./tokens.ts";
import type { Variable } from "./tree.ts";

/** The state of one check, and what statements and expressions share. */
export class Checker {
  readonly stream: TokenStream;
  readonly dialect: Dialect;
  readonly facts: Facts = emptyFacts();
  /** Checks statements up to the keyword that ends them. */
  readonly checkStatements: (checker: Checker) => void;
  scope: FunctionScope;
  #depth = 0;

  constructor(
    stream: TokenStream,
    dialect: Dialect,
    scope: FunctionScope,
    checkStatements: (checker: Checker) => void,
  ) {
    this.stream = stream;
    this.dialect = dialect;
    this.scope = scope;
    this.checkStatements = checkStatements;
  }

  /** One syntactic level deeper; C Lua allows 200 C calls, of which three belong to the caller. */
  enterLevel(count = 1): void {
    this.#depth += count;
    if (this.#depth <= deepest) return;
    const { start, end } = this.stream.current;
    throw new LuaFault(messages.tooDeep, this.stream.line, start, end);
  }

  leaveLevel(count = 1): void {
    this.#depth -= count;
  }

  /** A fault that names no token. 5.5 reports the line of the last consumed token, 5.4 that of the next one. */
  semanticFault(text: string, place: { readonly start: number; readonly end: number }): LuaFault {
    const line = this.dialect === "5.5" ? this.stream.lastLine : this.stream.line;
    return new LuaFault(text, line, place.start, place.end);
  }

  /** Declares a local that `activate` brings into scope. */
  declare(name: string, start: number, attribute: Variable["attribute"]): LocalEntry {
    declarePending(this.scope, this.stream, this.dialect);
    const variable: Variable = { name, attribute, start, owner: this.scope.body };
    this.facts.variables.set(start, variable);
    return { kind: "local", name, variable, constant: false };
  }

  /** Declares registers that no name reaches. */
  declareHidden(count: number): Entry[] {
    declarePending(this.scope, this.stream, this.dialect, count);
    return Array.from({ length: count }, () => ({ kind: "hidden", name: "(for state)" }));
  }

  activate(entries: readonly Entry[]): void {
    activate(this.scope, this.stream, this.dialect, entries);
  }

  /** Consumes a name and records what it refers to. */
  checkName(): Reference {
    return this.resolve(this.stream.expect("<name>"));
  }

  /** Records what a consumed name refers to. */
  resolve(token: Token): Reference {
    const name = token.value as string;
    const found = lookUp(this.scope, this.stream, name);
    if (found.kind === "undeclared") throw this.semanticFault(messages.notDeclared(name), token);
    const readOnly =
      found.kind === "local"
        ? found.variable.attribute !== undefined
        : found.kind === "global" && found.readOnly;
    const variable = found.kind === "local" ? found.variable : undefined;
    const isOwn = found.kind === "local" || found.kind === "environment";
    const environment = isOwn ? undefined : this.#environment(token);
    const constant = found.kind === "local" && found.constant;
    return this.#record({
      name,
      start: token.start,
      end: token.end,
      variable,
      environment,
      readOnly,
      constant,
    });
  }

  /** Records a name of a `global` declaration as a global, whatever it would refer to; `accessed` when it gets a value. */
  resolveGlobal(token: Token, accessed: boolean): void {
    const { start, end } = token;
    const environment = accessed ? this.#environment(token) : undefined;
    const name = token.value as string;
    this.#record({ name, start, end, variable: undefined, environment, readOnly: false, constant: false });
  }

  /** Notes that C Lua emits the access to a global or field, an operand that ends at `end`, when it has consumed the token at `position`. */
  noteRead(operand: Operand, end: number, position: number): void {
    const isGlobal = typeof operand === "object" && operand.variable === undefined;
    if (operand === "index" || isGlobal) this.facts.reads.set(end, position);
  }

  #record(reference: Reference): Reference {
    this.facts.references.set(reference.start, reference);
    return reference;
  }

  #environment(token: Token): Variable | undefined {
    const found = lookUp(this.scope, this.stream, "_ENV");
    if (found.kind === "local") return found.variable;
    if (found.kind === "environment") return undefined;
    throw this.semanticFault(messages.globalEnvironment(token.value as string), token);
  }
}

const deepest = 197;
