import { binary, type Expression, member, nil, text, unary } from "../es.ts";
import type { Value } from "../value.ts";

/** The part of a table that is read or written next: the array part, or the fields. */
type Part = "arr" | "s";

/** False for a value that is known to be something else: nothing of it is a part. */
export const mayBeTable = ({ kind }: Value): boolean => kind === undefined || kind === "table";

/** What makes an operand, which `table` holds, a table; nothing for a value that is known to be one. */
export const isTable = ({ kind }: Value, table: Expression, part: Part): Expression[] =>
  kind === "table" ? [] : hasPart(table, table, part);

/**
 * `typeof given === "object" && table.part !== void 0`, where `given` is `table` or its assignment: no other Lua value is an object with
 * that part. The test and the use that follows share one look at the hidden class; `instanceof` would walk the prototypes first.
 */
export const hasPart = (given: Expression, table: Expression, part: Part): Expression[] => [
  binary("===", unary("typeof", given), text("object")),
  binary("!==", member(table, part), nil()),
];
