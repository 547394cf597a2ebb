import type * as ES from "estree";
import type { CheckedPrompt } from "../check/checked.ts";
import type { Colours } from "../check/colour.ts";
import type { Scope } from "../check/scope.ts";
import type {
  Do,
  FunctionBody,
  Label,
  Local,
  Expression as LuaExpression,
  Variable,
} from "../parse/lua/tree.ts";
import type { LuaRegion } from "../parse/prompt.ts";
import { type Source, toBytes } from "../source.ts";
import {
  assign,
  construct,
  declare,
  type Expression,
  id,
  type Location,
  member,
  number,
  type Statement,
  text,
} from "./es.ts";
import { Imports, type RuntimeName } from "./imports.ts";
import { Names } from "./names.ts";

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
  /** True when an error may be raised with a level above 1, so that a protected call must know its place. */
  readonly raisesAbove: boolean;
  /** The identifiers of all Lua locals. */
  readonly locals = new Set<string>();
  /** Module-level constants and functions, by identifier, in order of first use. */
  readonly #declarations = new Map<string, Statement>();
  readonly #identifiers = new Map<string, string>();

  constructor(checked: CheckedPrompt) {
    this.source = checked.prompt.source;
    this.colours = checked.colours;
    this.fixed = checked.fixed;
    this.computesPlainly = checked.computesPlainly;
    this.fixesStrings = checked.fixesStrings;
    this.closes = checked.closes;
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
    const taken = new Set(this.#identifiers.values());
    let name = base;
    for (let count = 1; taken.has(name); count++) name = `${base}$${count}`;
    this.#identifiers.set(full, name);
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

/** An ES parser uses its stack for what nests: an operation of Lua may take several levels. */
const DEEPEST = 20;

/** What lowering one fence collects: its sites and the identifiers of its locals. */
export class RegionContext {
  readonly module: ModuleContext;
  readonly region: LuaRegion;
  /** The identifier of the region's site table. */
  readonly name: string;
  readonly names: Names;
  readonly variables = new Map<Variable, string>();
  /** What is known of locals that are never assigned. */
  readonly kinds = new Map<Variable, Kind>();
  /** The literals that are the values of `<const>` locals: real Lua uses them in place of the variable. */
  readonly literals = new Map<Variable, LuaExpression>();
  /** Numbers and booleans of locals that are never assigned: they stand where the local would. */
  readonly constants = new Map<Variable, Value>();
  /** Locals that hold a double in place of a Lua float: what reads one as a value boxes it. */
  readonly doubles = new Set<Variable>();
  /** The functions of `local function` names that are never assigned. */
  readonly functions = new Map<Variable, FunctionBody>();
  /** Facts about the locals of the region. */
  readonly scope: Scope;
  /** The identifier of the table that global names index. */
  readonly environment: string;
  /** How deep the expression that is being lowered stands in others. */
  #nesting = 0;
  readonly #sites: string[] = [];
  /** The line of the last site. */
  #line = 0;
  readonly #known = new Map<string, number>();
  /** By identifier: the library functions that are read when the block begins. */
  readonly #fixed = new Map<string, string>();

  constructor(module: ModuleContext, region: LuaRegion, scope: Scope) {
    this.module = module;
    this.region = region;
    this.name = module.identifier("region", `${region.line}`);
    this.names = new Names(module.locals);
    this.scope = scope;
    this.environment = this.scope.assignsEnvironment ? "environment$" : "globals";
  }

  /** The id of a call site: its line in the region, whether it is a tail call, and the names of its operands (`global 'x'`). */
  site(position: number, names: readonly (string | undefined)[], isTailCall = false): number {
    const { source } = this.module;
    const line = source.line(this.region.start + position) - this.region.line + 1;
    const last = names.findLastIndex((name) => name !== undefined);
    const operands = names
      .slice(0, last + 1)
      .map(operandCode)
      .join("");
    const key = `${line}${isTailCall} ${operands}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const site = this.#known.size + 1;
    this.#known.set(key, site);
    this.#sites.push(`${line - this.#line}${isTailCall ? "t" : ""}${operands}`);
    this.#line = line;
    return site;
  }

  /** The constant of the block that holds a library function which keeps its name; undefined for a name that may mean something else. */
  fixed(name: string): ES.Identifier | undefined {
    if (!this.module.fixed.has(name) || this.scope.assignsEnvironment) return undefined;
    const constant = `lua$${name.replace(".", "$")}`;
    this.#fixed.set(constant, name);
    return id(constant);
  }

  /** `const lua$type = globals.s.type` for each that is used. */
  get fixedDeclarations(): Statement[] {
    return [...this.#fixed].map(([constant, name]) => {
      const path = name
        .split(".")
        .reduce<Expression>((table, field) => member(member(table, "s"), field), id("globals"));
      return declare("const", [[constant, path]]);
    });
  }

  /** Lowers an expression one level deeper. */
  nested<T>(lower: () => T): T {
    this.#nesting++;
    const result = lower();
    this.#nesting--;
    return result;
  }

  /** True where expressions nest so deep that an operation must stand behind its operands instead of around them. */
  get isDeep(): boolean {
    return this.#nesting > DEEPEST;
  }

  /** The place of an offset in the prompt file, for the source map. */
  location(start: number, end: number): Location {
    const at = (offset: number) => ({
      line: this.module.source.line(this.region.start + offset),
      column: this.module.source.utf16Column(this.region.start + offset),
    });
    return { start: at(start), end: at(end) };
  }

  /** The place of one offset: what is printed behind a call maps to it too. */
  place(position: number): Location {
    return this.location(position, position);
  }

  /** `const region$1 = new Region("label", 12, "sites")` */
  declaration(): Statement {
    const { label, line } = this.region;
    const sites = text(this.#sites.join("\n"));
    return declare("const", [
      [this.name, construct(this.module.use("Region"), [text(toBytes(label)), number(line), sites])],
    ]);
  }
}

/** `local 'x'` as a site has it: a tab, the kind's first letter, the name with what ends names and sites escaped. */
function operandCode(name: string | undefined): string {
  if (name === undefined) return "\t";
  const text = name.slice(name.indexOf("'") + 1, -1);
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n");
  return `\t${name.startsWith("for") ? "i" : name[0]}${escaped}`;
}

/**
 * What is known of the value of an expression before it runs: `index` is a loop counter, an integer that sums of small literals cannot
 * take out of the safe range; `boxed` is a constant `LuaFloat`; `double` is a float that is never boxed and so no Lua value yet; `slot` is most likely the first index behind a list.
 */
export type Kind =
  | "integer"
  | "index"
  | "float"
  | "boxed"
  | "double"
  | "slot"
  | "string"
  | "boolean"
  | "nil"
  | "table"
  | "function"
  | undefined;

/** A lowered expression of one value. */
export interface Value {
  readonly js: Expression;
  /** True when evaluating it may move the site register. */
  readonly moves: boolean;
  readonly kind: Kind;
  /** True for a local of the function itself that closures assign. */
  readonly register?: boolean;
  /** True for a name whose value never changes. */
  readonly stable?: boolean;
  /** The double in a `boxed` constant. */
  readonly double?: number;
}

/** The end of a Lua loop: a plain `break` reaches it unless emitted loops of a goto lie between. */
export class BreakTarget {
  readonly label: string;
  isLabelled = false;
  isHidden = false;

  constructor(label: string) {
    this.label = label;
  }

  /** The label that a `break` needs here, if any. */
  use(): string | undefined {
    if (!this.isHidden) return undefined;
    this.isLabelled = true;
    return this.label;
  }

  /** Runs `body` inside a loop or switch of the compiler's own. */
  hide<T>(body: () => T): T {
    const before = this.isHidden;
    this.isHidden = true;
    const result = body();
    this.isHidden = before;
    return result;
  }
}

/** What lowering one Lua function needs to know and collects. */
export class FunctionContext {
  readonly region: RegionContext;
  readonly module: ModuleContext;
  readonly body: FunctionBody;
  /** True when it is emitted as a generator. */
  readonly generator: boolean;
  /** True where speed counts more than size. */
  readonly hotFunction: boolean;
  /** The identifier of `...`; undefined in a chunk, which is called without arguments (LUA-05). */
  rest: string | undefined;
  /** The loops around the statement being lowered. */
  loops = 0;
  /** The to-be-closed variables around it: a `return f()` inside is no tail call. */
  closes = 0;
  /** Where a Lua `break` goes. */
  breakTarget: BreakTarget | undefined = undefined;
  /** The labels of gotos in scope: what an ES statement must do to get there. */
  readonly jumps = new Map<Label, () => Statement[]>();
  /** The blocks made of what follows a to-be-closed variable, with that variable and what else belongs to its scope. */
  readonly closing = new Map<
    Do,
    { readonly local: Local; readonly after: () => Statement[]; readonly end: number }
  >();
  /** The label to continue for a call of the function by itself in tail position. */
  selfLabel: string | undefined = undefined;
  usesSelf = false;
  /** True when it raises an error of its own behind its `catch`, so that the error is thrown once. */
  raises = false;
  usesSite = false;
  /** Operands that stand in a temporary already. */
  readonly lowered = new Map<LuaExpression, Value>();
  #temporaries = 0;
  #most = 0;
  #constants = 0;

  constructor(region: RegionContext, body: FunctionBody, generator: boolean, hot: boolean) {
    this.region = region;
    this.module = region.module;
    this.body = body;
    this.generator = generator;
    this.hotFunction = hot;
  }

  use(name: RuntimeName): ES.Identifier {
    return this.module.use(name);
  }

  /** The values of `...` as an ES array. */
  get varargs(): ES.Identifier {
    return this.rest === undefined ? this.use("EMPTY") : id(this.rest);
  }

  get isDeep(): boolean {
    return this.region.isDeep;
  }

  get hot(): boolean {
    return this.hotFunction || this.loops > 0;
  }

  /** A variable for an intermediate value, free again at the end of the statement. */
  temporary(): ES.Identifier {
    this.#temporaries++;
    this.#most = Math.max(this.#most, this.#temporaries);
    return id(`$${this.#temporaries}`);
  }

  /** Runs `body` and frees the temporaries it took. */
  statement<T>(body: () => T): T {
    const before = this.#temporaries;
    const result = body();
    this.#temporaries = before;
    return result;
  }

  /** All temporaries that were in use at the same time. */
  get temporaries(): string[] {
    return Array.from({ length: this.#most }, (_, n) => `$${n + 1}`);
  }

  /** A new identifier for something that lives as long as a block. */
  constant(name: string): string {
    this.#constants++;
    return `$${name}${this.#constants}`;
  }

  /** `site = 12` */
  moveTo(site: number): Expression {
    this.usesSite = true;
    return assign(id("site"), number(site));
  }
}
