import { leftOperand, longSpine } from "../../parse/lua/spine.ts";
import type { Expression as LuaExpression } from "../../parse/lua/tree.ts";
import { assigned, type Expression, sequence } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Value } from "../value.ts";
import { lowerExpression } from "./expression.ts";
import { still } from "./operate.ts";

/** The longest spine that stays whole. */
const LONGEST = 32;

/**
 * Lowers an expression with `lower`, which gets the expression. A spine of more operators than an ES parser nests is cut into pieces that follow one
 * another: `$1 = add(add(a, b), c), $1 = add(add($1, d), e), add($1, f)`.
 */
export function lowerSpine<Node extends LuaExpression>(
  f: FunctionContext,
  node: Node,
  lower: (node: Node) => Value,
): Value {
  const spine = spineOf(f, node);
  return f.region.nested(() => (spine.length > 0 ? lowerPieces(f, spine, node, lower) : lower(node)));
}

/** True for an expression that `lowerSpine` cuts. */
export function isCut(f: FunctionContext, node: LuaExpression): boolean {
  return spineOf(f, node).length > 0;
}

function spineOf(f: FunctionContext, node: LuaExpression): LuaExpression[] {
  return longSpine(node, leftOperand, f.lowered, pieceLength(f));
}

function pieceLength(f: FunctionContext): number {
  return f.isDeep ? 1 : LONGEST;
}

function lowerPieces<Node extends LuaExpression>(
  f: FunctionContext,
  spine: readonly LuaExpression[],
  node: Node,
  lower: (node: Node) => Value,
): Value {
  const length = pieceLength(f);
  const before: Expression[] = [];
  const held = f.temporary();
  // Position 0 is no operation.
  for (let position = length; position < spine.length; position += length) {
    const inner = spine[position]!;
    const piece = f.statement(() => lowerExpression(f, inner));
    before.push(...assigned(held, piece.js));
    f.lowered.set(inner, { ...still(held, piece.kind), stable: true });
  }
  const value = lower(node);
  for (const inner of spine) f.lowered.delete(inner);
  return { ...value, js: sequence(...before, value.js), moves: true };
}
