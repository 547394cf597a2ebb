import type { Expression } from "./tree.ts";

/** A left spine of more operands than this is not walked by recursion: it may stand in another, 200 times. */
const LONGEST = 4;

/**
 * The left spine of an expression, innermost operand first: `a` and `a + b` of `a + b + c`; likewise in `x.y.z` and `f()()`. Lua allows any number of
 * operands, more than a stack holds. None for a spine of up to `longest`. `left` gives a node's first operand; the spine ends before a node of
 * `known`.
 */
export function longSpine<Node>(
  node: Node,
  left: (node: Node) => Node | undefined,
  known: ReadonlyMap<Node, unknown>,
  longest = LONGEST,
): Node[] {
  let length = 0;
  for (let inner = left(node); inner !== undefined && !known.has(inner); inner = left(inner)) length++;
  if (length <= longest) return NONE;
  const spine: Node[] = [];
  for (let inner = left(node); spine.length < length; inner = left(inner!)) spine.push(inner!);
  return spine.reverse();
}

const NONE: never[] = [];

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
