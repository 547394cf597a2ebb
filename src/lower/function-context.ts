import type * as ES from "estree";
import type { Do, FunctionBody, Label, Local, Expression as LuaExpression } from "../parse/lua/tree.ts";
import type { BreakTarget } from "./break-target.ts";
import { assign, type Expression, id, number, type Statement } from "./es.ts";
import type { RuntimeName } from "./imports.ts";
import type { ModuleContext } from "./module-context.ts";
import type { RegionContext } from "./region-context.ts";
import type { Value } from "./value.ts";

/** What lowering one Lua function needs to know and collects. */
export class FunctionContext {
  readonly region: RegionContext;
  readonly module: ModuleContext;
  readonly body: FunctionBody;
  /** True when it is emitted as a generator. */
  readonly generator: boolean;
  /** True where speed counts more than size. */
  readonly hotFunction: boolean;
  /** True for hot code that may come to call itself. */
  readonly recurs: boolean;
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
    this.recurs = hot && !generator && region.module.colours.workOf(body) > 0;
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
