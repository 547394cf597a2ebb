import type { Expression } from "./tree.ts";

/** A chain of more operands than this is not walked by recursion: it may stand in another, 200 times. */
const LONGEST = 4;

/**
 * The operands to the left of an expression that stand one in the other without parentheses, innermost first, as in `a + b + c`, `x.y.z` or `f()()`:
 * Lua allows any number, more than a stack holds. None for a chain of up to `longest`. `left` gives a node's first operand; the chain ends before
 * a node of `known`.
 */
export function longChain<Node>(
  node: Node,
  left: (node: Node) => Node | undefined,
  known: ReadonlyMap<Node, unknown>,
  longest = LONGEST,
): Node[] {
  const chain: Node[] = [];
  for (let inner = left(node); inner !== undefined && !known.has(inner); inner = left(inner))
    chain.push(inner);
  return chain.length > longest ? chain.reverse() : [];
}

/** What an operator, access or call is applied to, in the order of evaluation; undefined for any other expression. */
export function leftOperand(node: Expression): Expression | undefined {
  switch (node.kind) {
    case "Binary":
    case "Logical":
      return node.left;
    case "Index":
    case "MethodCall":
      return node.object;
    case "Call":
      return node.callee;
    case "Parenthesized":
      return node.expression;
    default:
      return undefined;
  }
}
