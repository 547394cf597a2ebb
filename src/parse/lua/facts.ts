import type { FunctionExpression, Goto, Label, Variable } from "./tree.ts";

export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What a name refers to. */
export interface Reference {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The local, or undefined for a global. */
  readonly variable: Variable | undefined;
  /** For a global: the local `_ENV` that holds it, if any. */
  readonly environment: Variable | undefined;
  readonly readOnly: boolean;
  /** A `<const>` local with a literal value, which C Lua keeps in no register. */
  readonly constant: boolean;
}

/**
 * What the checker learns about a valid source, by byte offset: all that luaparse cannot say. The sanitiser and the
 * converter read it.
 */
export interface Facts {
  /** By start of the name. */
  readonly references: Map<number, Reference>;
  /** Declared locals, by start of the declared name. */
  readonly variables: Map<number, Variable>;
  /** Functions with an empty body, by their end. */
  readonly functions: Map<number, Mutable<FunctionExpression>>;
  /** Parentheses around a call or `...`, by the end of the inner expression. */
  readonly groups: Map<number, { readonly start: number; readonly end: number }>;
  /** Where C Lua reports an error of reading a global or field, by the operand's end: the token it consumes before it emits the access. */
  readonly reads: Map<number, number>;
  /** By start of a `for`: where its values and its `do` begin. */
  readonly loops: Map<number, { readonly values: number; readonly body: number }>;
  /** Labels and gotos, by start. */
  readonly jumps: Map<number, Goto | Label>;
  /** Ends of `local` and `global` declarations, by start. */
  readonly declarationEnds: Map<number, number>;
  /** Starts of `global` declarations. */
  readonly globals: Set<number>;
  /** Tokens that luaparse shall see otherwise, by start: never longer than the token. */
  readonly replacements: Map<number, string>;
}

/** Facts of which none is known yet. */
export function emptyFacts(): Facts {
  return {
    references: new Map(),
    variables: new Map(),
    functions: new Map(),
    groups: new Map(),
    reads: new Map(),
    loops: new Map(),
    jumps: new Map(),
    declarationEnds: new Map(),
    globals: new Set(),
    replacements: new Map(),
  };
}
