import type * as luaparse from "luaparse";
import type { Facts } from "./facts.ts";
import type { Token } from "./tokens.ts";
import type { Block, Expression, FunctionExpression } from "./tree.ts";

/** What the conversion of luaparse's tree reads beside it. */
export interface Conversion {
  readonly facts: Facts;
  /** The source that luaparse saw. */
  readonly sanitised: string;
  /** Number and string tokens, by start. */
  readonly literals: ReadonlyMap<number, Token>;
  /** Expressions that are converted already. */
  readonly converted: Map<luaparse.Expression, Expression>;
  readonly convertBlock: (conversion: Conversion, block: readonly luaparse.Statement[]) => Block;
}

/** The byte offset at which a node of luaparse begins. */
export function startOf(node: object): number {
  return (node as Ranged).range[0];
}

/** The byte offset after a node of luaparse. */
export function endOf(node: object): number {
  return (node as Ranged).range[1];
}

/** The offset of the operator, `.`, `[` or argument list after an operand: past blanks and the operand's closing parentheses. */
export function positionAfter({ sanitised }: Conversion, operand: object): number {
  let offset = endOf(operand);
  while (sanitised[offset] === " " || sanitised[offset] === ")") offset++;
  return offset;
}

/** The checker's function with its statements filled in. */
export function convertFunction(
  conversion: Conversion,
  node: luaparse.FunctionDeclaration,
): FunctionExpression {
  const body = conversion.facts.functions.get(endOf(node))!;
  body.body = conversion.convertBlock(conversion, node.body);
  return body;
}

/** luaparse gives ranges when asked; its types leave them out. */
interface Ranged {
  readonly range: readonly [number, number];
}
