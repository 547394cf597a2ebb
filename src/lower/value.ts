import type { Expression } from "./es.ts";

/**
 * What is known of the value of an expression before it runs: `index` is a loop counter, an integer that sums of small literals cannot
 * take out of the safe range; `whole` is any integer, which may be a bigint; `boxed` is a constant `LuaFloat`; `double` is a float that is never boxed and so no Lua value yet; `slot` is most likely the first index behind a list.
 */
export type Kind =
  | "integer"
  | "index"
  | "whole"
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
  /** Of an ES array that is made of the result of a call: the result itself, which most often is one plain value. */
  readonly result?: Expression;
  /** The double in a `boxed` constant. */
  readonly double?: number;
}
