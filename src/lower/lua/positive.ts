import type { Expression } from "../../parse/lua/tree.ts";
import type { FunctionContext } from "../function-context.ts";

/** True for an expression that gives nothing but integers above 0: literals, counters that begin above 0, and sums of those. */
export function isPositive(f: FunctionContext, node: Expression): boolean {
  switch (node.kind) {
    case "Integer":
      return node.value > 0;
    case "Name":
      return node.variable !== undefined && f.region.positive.has(node.variable);
    case "Binary":
      return (
        node.operator === "+" &&
        isPositive(f, node.left) &&
        (isPositive(f, node.right) || (node.right.kind === "Integer" && node.right.value === 0))
      );
    default:
      return false;
  }
}
