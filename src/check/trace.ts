import { leftOperand, longSpine } from "../parse/lua/spine.ts";
import type {
  Block,
  Call,
  Chunk,
  Expression,
  FunctionBody,
  FunctionExpression,
  Index,
  MethodCall,
  Name,
  Node,
  Statement,
  TableConstructor,
  Variable,
} from "../parse/lua/tree.ts";
import {
  type BuiltinValue,
  type CallSite,
  Flow,
  type FunctionValue,
  Place,
  type TableValue,
} from "./flow.ts";
import { type HostName, host } from "./host.ts";
import { builtin, installLibrary, isLibraryFunction, type Library, libraries } from "./library.ts";
import { messageLists } from "./message-list.ts";

/** A place of the program where something is called: by a call, an operator's metamethod, an iterator or `__close`. */
export interface Site {
  readonly node: Node;
  /** The function that holds it. */
  readonly owner: FunctionBody;
  /** How many loops of that function are around it. */
  readonly loops: number;
  readonly callees: Set<FunctionValue | BuiltinValue>;
}

/** What flows where in all Lua of one prompt. */
export interface Trace {
  readonly sites: readonly Site[];
  /** True when some value may have a `__close` metamethod. */
  readonly closes: boolean;
  /** Functions that library functions call over and over. */
  readonly looped: ReadonlySet<FunctionValue | BuiltinValue>;
  /** The fields that may be read from the globals (under the empty name) and from each library; `*` for any. */
  readonly used: ReadonlyMap<string, ReadonlySet<string>>;
  /** The library functions that keep their names, as `type` or `string.sub`: nothing else is ever stored there. */
  readonly fixed: ReadonlySet<string>;
  /** True when no metamethod of the prompt can compute `a + b` or another operation of arithmetic. */
  readonly computesPlainly: boolean;
  /** True when methods of strings are always those of the string library. */
  readonly fixesStrings: boolean;
  /** True when the analysis was given up: every site may suspend. */
  readonly exhausted: boolean;
}

/**
 * Follows every value of a prompt's Lua: the union over all sections, whose VMs share the library's text but no values.
 * `names` are the globals that the host installs beside its fixed ones (aliases, roles, tools of the command line).
 */
export function trace(chunks: readonly Chunk[], names: Readonly<Record<string, HostName>> = {}): Trace {
  const tracer = new Tracer({ ...host, ...names });
  for (const chunk of chunks) tracer.chunk(chunk);
  tracer.flow.solve();
  return {
    sites: tracer.sites,
    closes: tracer.flow.hasMetamethod("__close"),
    looped: tracer.flow.looped,
    used: tracer.flow.used,
    fixed: tracer.fixed(),
    computesPlainly: tracer.computesPlainly(),
    fixesStrings: tracer.fixesStrings(),
    exhausted: tracer.flow.exhausted,
  };
}

const METAMETHODS: Readonly<Record<string, string>> = {
  "+": "__add",
  "-": "__sub",
  "*": "__mul",
  "/": "__div",
  "//": "__idiv",
  "%": "__mod",
  "^": "__pow",
  "&": "__band",
  "|": "__bor",
  "~": "__bxor",
  "<<": "__shl",
  ">>": "__shr",
  "..": "__concat",
  "==": "__eq",
  "~=": "__eq",
  "<": "__lt",
  ">": "__lt",
  "<=": "__le",
  ">=": "__le",
};
/** What operations that give floats may call. */
const ARITHMETIC = ["__add", "__sub", "__mul", "__div", "__unm"];
const UNARY_METAMETHODS: Readonly<Record<string, string>> = { "-": "__unm", "#": "__len", "~": "__bnot" };

class Tracer {
  readonly flow = new Flow();
  readonly sites: Site[] = [];
  readonly #variables = new Map<Variable, Place>();
  /** The inner operands of long spines. */
  readonly #known = new Map<Expression, Place>();
  readonly #globals: TableValue;
  readonly #environment = new Place();
  readonly #strings: TableValue;
  readonly #library: Library;
  #owner!: FunctionBody;
  #extra = new Place();
  #returns = new Place();
  #loops = 0;

  constructor(hostNames: Readonly<Record<string, HostName>>) {
    const { flow } = this;
    this.#globals = flow.table("");
    this.#strings = flow.table("metatable of strings");
    this.#library = installLibrary(flow, this.#globals, this.#strings);
    flow.add(this.#environment, this.#globals);
    for (const [name, kind] of Object.entries(hostNames)) this.#installHost(this.#globals, name, kind);
  }

  chunk(chunk: Chunk): void {
    this.#extra = new Place();
    this.#returns = new Place();
    this.#inside(chunk, () => this.#block(chunk.body));
  }

  /** The library functions whose places hold them and are never written. */
  fixed(): Set<string> {
    const found = new Set<string>();
    if (this.flow.exhausted) return found;
    this.#addFixed(found, this.#globals, "");
    for (const name of Object.keys(libraries)) {
      const [table, ...others] = this.flow.field(this.#globals, name).values;
      if (table?.kind === "table" && others.length === 0 && !this.#isWritten("", name))
        this.#addFixed(found, table, `${name}.`);
    }
    return found;
  }

  computesPlainly(): boolean {
    const { flow } = this;
    if (flow.exhausted || (flow.written.get("metatable of strings")?.size ?? 0) > 0) return false;
    return !ARITHMETIC.some((event) => flow.hasMetamethod(event));
  }

  fixesStrings(): boolean {
    return !this.flow.exhausted && !this.#isWritten("metatable of strings", "__index");
  }

  #addFixed(found: Set<string>, table: TableValue, prefix: string): void {
    for (const [name, { values }] of table.fields) {
      const [value, ...others] = values;
      const isOne = value?.kind === "builtin" && value.name === prefix + name && others.length === 0;
      const isRead = isOne && isIn(this.flow.used, table.library!, name);
      if (isRead && isLibraryFunction(value.name) && !this.#isWritten(table.library!, name))
        found.add(value.name);
    }
  }

  #isWritten(library: string, name: string): boolean {
    return isIn(this.flow.written, library, name);
  }

  #installHost(table: TableValue, name: string, kind: HostName): void {
    const { flow } = this;
    const place = flow.field(table, name);
    if (kind === "data") {
      flow.add(place, flow.hostData());
      flow.add(place, flow.string);
    } else if (kind === "list") flow.add(place, messageLists(flow));
    else if (typeof kind === "string") flow.add(place, this.#hostFunction(name, kind));
    else {
      const inner = flow.table(name);
      flow.add(place, inner);
      for (const [field, fieldKind] of Object.entries(kind)) this.#installHost(inner, field, fieldKind);
    }
  }

  /** A host function gives data; functions it is given (handlers, compactors) it may call with data. */
  #hostFunction(name: string, kind: "plain" | "suspends" | "fills" | "gives"): BuiltinValue {
    const { flow } = this;
    const data = flow.hostData();
    return builtin(
      name,
      (call) => {
        flow.add(call.result, data);
        if (kind !== "gives") flow.add(call.result, flow.string);
        const given = new Place();
        for (const argument of call.arguments) flow.move(argument, given);
        if (call.rest !== undefined) flow.move(call.rest, given);
        const handled = new Place();
        flow.add(handled, data);
        flow.add(handled, flow.string);
        flow.watch(given, (value) => {
          const inner = {
            arguments: [handled],
            rest: handled,
            result: new Place(),
            callees: new Set<never>(),
          };
          if (value.kind !== "table") return flow.enter(value, inner);
          flow.call(value.all, inner);
          if (kind === "fills") flow.add(value.dynamic, data);
          if (kind === "gives") flow.move(value.all, data.dynamic);
        });
      },
      kind !== "plain",
    );
  }

  #inside(owner: FunctionBody, body: () => void): void {
    const outer = [this.#owner, this.#loops] as const;
    this.#owner = owner;
    this.#loops = 0;
    body();
    [this.#owner, this.#loops] = outer;
  }

  #place(variable: Variable): Place {
    let place = this.#variables.get(variable);
    if (place === undefined) {
      place = new Place();
      this.#variables.set(variable, place);
    }
    return place;
  }

  #site(node: Node, given: readonly Place[], rest?: Place): CallSite {
    const site = {
      node,
      owner: this.#owner,
      loops: this.#loops,
      callees: new Set<FunctionValue | BuiltinValue>(),
    };
    this.sites.push(site);
    return { arguments: given, rest, result: new Place(), callees: site.callees };
  }

  #block(block: Block): void {
    for (const statement of block) this.#statement(statement);
  }

  #loop(body: () => void): void {
    this.#loops++;
    body();
    this.#loops--;
  }

  #statement(statement: Statement): void {
    const { flow } = this;
    switch (statement.kind) {
      case "Local":
        this.#assignAll(
          statement.variables.map((variable) => (value: Place) => flow.move(value, this.#place(variable))),
          statement.values,
        );
        for (const variable of statement.variables) {
          if (variable.attribute === "close") {
            flow.operate(
              [this.#place(variable)],
              "__close",
              this.#site(statement, [this.#place(variable), this.#library.raised]),
            );
          }
        }
        return;
      case "LocalFunction":
        flow.move(this.#function(statement.function), this.#place(statement.variable));
        return;
      case "GlobalDeclaration":
        if (statement.values !== undefined) {
          this.#assignAll(
            statement.names.map((name) => this.#target(name)),
            statement.values,
          );
        }
        return;
      case "GlobalFunction":
        this.#target(statement.name)(this.#function(statement.function));
        return;
      case "Assignment":
        this.#assignAll(
          statement.targets.map((target) => this.#target(target)),
          statement.values,
        );
        return;
      case "FunctionDeclaration":
        this.#target(statement.target)(this.#function(statement.function));
        return;
      case "CallStatement":
        this.#expression(statement.call);
        return;
      case "Do":
        this.#block(statement.body);
        return;
      case "While":
        this.#loop(() => {
          this.#expression(statement.condition);
          this.#block(statement.body);
        });
        return;
      case "Repeat":
        this.#loop(() => {
          this.#block(statement.body);
          this.#expression(statement.condition);
        });
        return;
      case "If":
        for (const clause of statement.clauses) {
          this.#expression(clause.condition);
          this.#block(clause.body);
        }
        if (statement.otherwise !== undefined) this.#block(statement.otherwise);
        return;
      case "NumericFor":
        for (const bound of [statement.from, statement.to, statement.step])
          if (bound) this.#expression(bound);
        this.#loop(() => this.#block(statement.body));
        return;
      case "GenericFor": {
        const values = this.#merged(statement.values);
        this.#loop(() => {
          const site = this.#site(statement, [values, values]);
          flow.call(values, site);
          for (const variable of statement.variables) flow.move(site.result, this.#place(variable));
          flow.operate([values], "__close", { ...site, result: new Place() });
          this.#block(statement.body);
        });
        return;
      }
      case "Return":
        flow.move(this.#merged(statement.values), this.#returns);
        return;
      case "Label":
        // A backward goto makes a loop of everything behind its label: what follows counts as looped.
        this.#loops++;
        return;
      case "Break":
      case "Goto":
        return;
    }
  }

  #assignAll(targets: readonly ((value: Place) => void)[], values: readonly Expression[]): void {
    const places = values.map((value) => this.#expression(value));
    targets.forEach((target, position) => {
      const place = places[Math.min(position, places.length - 1)];
      const last = values[values.length - 1];
      if (place !== undefined && (position < places.length || isMulti(last))) target(place);
    });
  }

  /** What an assignment to `target` does with a value; evaluates the target's parts. */
  #target(target: Name | Index): (value: Place) => void {
    const { flow } = this;
    if (target.kind === "Name") {
      if (target.variable !== undefined) {
        const place = this.#place(target.variable);
        return (value) => flow.move(value, place);
      }
      if (target.name === "_ENV" && target.environment === undefined) {
        return (value) => flow.move(value, this.#environment);
      }
      const environment = this.#environmentOf(target);
      const site = this.#site(target, [environment]);
      return (value) => flow.write(environment, target.name, value, site);
    }
    const object = this.#expression(target.object);
    const key = this.#expression(target.key);
    const name = target.key.kind === "String" ? target.key.value : undefined;
    const site = this.#site(target, [object, key]);
    if (name === undefined)
      flow.watch(object, (table) => table.kind === "table" && flow.move(key, table.keys));
    return (value) => flow.write(object, name, value, { ...site, arguments: [object, key, value] });
  }

  #environmentOf(name: Name): Place {
    return name.environment === undefined ? this.#environment : this.#place(name.environment);
  }

  #merged(values: readonly Expression[]): Place {
    if (values.length === 1) return this.#expression(values[0]!);
    const all = new Place();
    for (const value of values) this.flow.move(this.#expression(value), all);
    return all;
  }

  /** Where the values of an expression are: for a call, all its results. */
  #expression(expression: Expression): Place {
    const known = this.#known.get(expression);
    if (known !== undefined) return known;
    for (const inner of longSpine(expression, leftOperand, this.#known)) {
      this.#known.set(inner, this.#placeOf(inner));
    }
    return this.#placeOf(expression);
  }

  #placeOf(expression: Expression): Place {
    const { flow } = this;
    switch (expression.kind) {
      case "Function":
        return this.#function(expression);
      case "Name":
        return this.#name(expression);
      case "Index":
        return this.#index(expression);
      case "Call": {
        const callee = this.#expression(expression.callee);
        const site = this.#callSite(expression, []);
        flow.call(callee, site);
        return site.result;
      }
      case "MethodCall":
        return this.#methodCall(expression);
      case "Vararg":
        return this.#extra;
      case "Parenthesized":
        return this.#expression(expression.expression);
      case "Logical": {
        const all = new Place();
        flow.move(this.#expression(expression.left), all);
        flow.move(this.#expression(expression.right), all);
        return all;
      }
      case "Binary": {
        const operands = [this.#expression(expression.left), this.#expression(expression.right)];
        const site = this.#site(expression, operands);
        flow.operate(operands, METAMETHODS[expression.operator]!, site);
        if (expression.operator === "..") flow.add(site.result, flow.string);
        return site.result;
      }
      case "Unary": {
        const operand = this.#expression(expression.operand);
        const event = UNARY_METAMETHODS[expression.operator];
        if (event === undefined) return new Place();
        const site = this.#site(expression, [operand]);
        flow.operate([operand], event, site);
        return site.result;
      }
      case "Table":
        return this.#table(expression);
      case "String": {
        const place = new Place();
        flow.add(place, flow.string);
        return place;
      }
      default:
        return new Place();
    }
  }

  #function(body: FunctionExpression): Place {
    const { flow } = this;
    const value: FunctionValue = {
      kind: "function",
      body,
      parameters: body.parameters.map((parameter) => this.#place(parameter)),
      extra: new Place(),
      returns: new Place(),
    };
    if (body.varargTable !== undefined) {
      const table = flow.table();
      flow.move(value.extra, table.dynamic);
      flow.add(this.#place(body.varargTable), table);
    }
    const outer = [this.#extra, this.#returns] as const;
    [this.#extra, this.#returns] = [value.extra, value.returns];
    this.#inside(body, () => this.#block(body.body));
    [this.#extra, this.#returns] = outer;
    const place = new Place();
    flow.add(place, value);
    return place;
  }

  #name(name: Name): Place {
    if (name.variable !== undefined) return this.#place(name.variable);
    const environment = this.#environmentOf(name);
    if (name.name === "_ENV") return environment;
    const site = this.#site(name, [environment]);
    this.flow.read(environment, name.name, site);
    return site.result;
  }

  #index(expression: Index): Place {
    const { flow } = this;
    const object = this.#expression(expression.object);
    const key = this.#expression(expression.key);
    const site = this.#site(expression, [object, key]);
    const name = expression.key.kind === "String" ? expression.key.value : undefined;
    flow.read(object, name, site);
    return site.result;
  }

  #methodCall(expression: MethodCall): Place {
    const { flow } = this;
    const object = this.#expression(expression.object);
    const site = this.#callSite(expression, [object]);
    const method = { arguments: [object], rest: undefined, result: new Place(), callees: site.callees };
    flow.read(object, expression.name, method);
    flow.call(method.result, site);
    return site.result;
  }

  #callSite(call: Call | MethodCall, selves: readonly Place[]): CallSite {
    const last = call.arguments[call.arguments.length - 1];
    const places = call.arguments.map((argument) => this.#expression(argument));
    const rest = isMulti(last) ? places.pop() : undefined;
    return this.#site(call, [...selves, ...places], rest);
  }

  #table(expression: TableConstructor): Place {
    const { flow } = this;
    const table = flow.table();
    for (const item of expression.items) {
      const value = this.#expression(item.value);
      if (item.kind === "Positional") flow.move(value, table.dynamic);
      else if (item.key.kind === "String") flow.move(value, flow.field(table, item.key.value));
      else {
        flow.move(this.#expression(item.key), table.keys);
        flow.move(value, table.dynamic);
      }
    }
    const place = new Place();
    flow.add(place, table);
    return place;
  }
}

function isMulti(expression: Expression | undefined): boolean {
  return expression?.kind === "Call" || expression?.kind === "MethodCall" || expression?.kind === "Vararg";
}

function isIn(names: ReadonlyMap<string, ReadonlySet<string>>, library: string, name: string): boolean {
  const known = names.get(library);
  return known !== undefined && (known.has(name) || known.has("*"));
}
