import type { Binary, Unary } from "./tree.ts";

/** The event of each binary operator's metamethod, manual §2.4. */
export const binaryEvents: Readonly<Record<Binary["operator"], string>> = {
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

/** The event of each unary operator's metamethod; `not` has none. */
export const unaryEvents: Readonly<Record<Exclude<Unary["operator"], "not">, string>> = {
  "-": "__unm",
  "#": "__len",
  "~": "__bnot",
};
