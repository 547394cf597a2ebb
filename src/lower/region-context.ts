import type * as ES from "estree";
import type { Scope } from "../check/scope.ts";
import type { FunctionBody, Expression as LuaExpression, Variable } from "../parse/lua/tree.ts";
import type { LuaRegion } from "../parse/prompt.ts";
import { toBytes } from "../source.ts";
import {
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
import type { ModuleContext } from "./module-context.ts";
import { Names } from "./names.ts";
import type { Kind, Value } from "./value.ts";

/** How a message names a value (`global 'x'`), spec 03, section 11. */
export interface Operand {
  readonly kind: "global" | "local" | "upvalue" | "field" | "method" | "constant" | "for iterator";
  readonly name: string;
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
  /** Counters of loops that are above 0. */
  readonly positive = new Set<Variable>();
  /** Locals that hold a double in place of a Lua float: what reads one as a value boxes it. */
  readonly doubles = new Set<Variable>();
  /** Tables that loops or hot functions may have made large: their array parts are given back at the end of their blocks. */
  readonly large = new Set<Variable>();
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
  /** The library functions that are read when the block begins, and their identifiers. */
  readonly #fixed = new Map<string, string>();
  /** The texts that keys begin with and an integer follows, and the identifiers of the lists of those keys. */
  readonly #prefixes = new Map<string, string>();

  constructor(module: ModuleContext, region: LuaRegion, scope: Scope) {
    this.module = module;
    this.region = region;
    this.name = module.identifier("region", `${region.line}`);
    this.names = new Names(module.locals);
    this.scope = scope;
    this.environment = this.scope.assignsEnvironment ? "environment$" : "globals";
  }

  /** The id of a call site: its line in the region, whether it is a tail call, and the names of its operands (`global 'x'`). */
  site(position: number, names: readonly (Operand | undefined)[], isTailCall = false): number {
    const { source } = this.module;
    const line = source.line(this.region.start + position) - this.region.line + 1;
    let operands = "";
    const last = names.findLastIndex((name) => name !== undefined);
    for (let index = 0; index <= last; index++) operands += operandCode(names[index]);
    const key = `${line}${isTailCall} ${operands}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const site = this.#known.size + 1;
    this.#known.set(key, site);
    this.#sites.push(`${line - this.#line}${isTailCall ? "t" : ""}${operands}`);
    this.#line = line;
    return site;
  }

  /** True for a library function that keeps its name. */
  isFixed(name: string): boolean {
    return this.module.fixed.has(name) && !this.scope.assignsEnvironment;
  }

  /** The constant of the block that holds a library function which keeps its name; undefined for a name that may mean something else. */
  fixed(name: string): ES.Identifier | undefined {
    if (!this.isFixed(name)) return undefined;
    const known = this.#fixed.get(name);
    if (known !== undefined) return id(known);
    const constant = `lua$${name.replace(".", "$")}`;
    this.#fixed.set(name, constant);
    return id(constant);
  }

  /** The constant of the block that holds the keys that begin with a text and end with an integer. */
  keysAfter(prefix: string): ES.Identifier {
    const constant = this.#prefixes.get(prefix) ?? `keys$${this.#prefixes.size + 1}`;
    this.#prefixes.set(prefix, constant);
    return id(constant);
  }

  /** `const lua$type = globals.s.type` for each library function that is used, `const keys$1 = []` for each list of keys. */
  get blockConstants(): Statement[] {
    const lists = [...this.#prefixes.values()].map((constant) =>
      declare("const", [[constant, { type: "ArrayExpression", elements: [] }]]),
    );
    const functions = [...this.#fixed].map(([name, constant]) => {
      const path = name
        .split(".")
        .reduce<Expression>((table, field) => member(member(table, "s"), field), id("globals"));
      return declare("const", [[constant, path]]);
    });
    return [...functions, ...lists];
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
    return { start: this.#position(start), end: this.#position(end) };
  }

  /** The place of one offset: what is printed behind a call maps to it too. */
  place(position: number): Location {
    const start = this.#position(position);
    return { start, end: start };
  }

  #position(offset: number): Location["start"] {
    const { source } = this.module;
    const place = this.region.start + offset;
    return { line: source.line(place), column: source.utf16Column(place) };
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

/** `local 'x'` as a site has it: a tab, the kind's letter, the name with what ends names and sites escaped. */
function operandCode(operand: Operand | undefined): string {
  if (operand === undefined) return "\t";
  const { kind, name } = operand;
  const escaped = ENDING.test(name)
    ? name.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n")
    : name;
  return `\t${kind === "for iterator" ? "i" : kind[0]}${escaped}`;
}

const ENDING = /[\\\t\n]/;
