import type { Chunk } from "../parse/lua/tree.ts";
import type { LuaRegion, Prompt } from "../parse/prompt.ts";
import type { Colours } from "./colour.ts";
import type { Scope } from "./scope.ts";

/** A prompt and the facts that lowering needs. */
export interface CheckedPrompt {
  readonly prompt: Prompt;
  /** Every fence in file order, the shared library first. */
  readonly regions: readonly LuaRegion[];
  readonly colours: Colours;
  readonly scopes: ReadonlyMap<Chunk, Scope>;
  /** The library and host names that the prompt can read: field names under a table's name, globals under the empty one. */
  readonly used: Used;
  /** The library functions that keep their names all the time, such as `type` or `string.sub`. */
  readonly fixed: ReadonlySet<string>;
  /** True when no metamethod can compute `a + b` or another operation of arithmetic. */
  readonly computesPlainly: boolean;
  /** True when methods of strings are always those of the string library. */
  readonly fixesStrings: boolean;
  /** True when a value of the prompt may have a `__close` metamethod. */
  readonly closes: boolean;
  /** True when a value of the prompt may have an `__index` metamethod. */
  readonly inherits: boolean;
  /** True when the prompt may raise a value of its own, or get hold of one that was raised. */
  readonly mayHandleErrors: boolean;
  /** True when a value of the prompt may be a number. */
  readonly mayHaveNumbers: boolean;
}

/** Which fields of the globals and of each library may be read. */
export interface Used {
  /** True for a field that may be read; `library` is empty for the globals. */
  has(library: string, field: string): boolean;
}
