import { isSpotOf } from "./mention.ts";
import type { Spot } from "./spot.ts";

/** What the Lua does with a value that fails when it is nil: `x()`, `x.y`, `x + 1`; undefined for anything else. */
export function needOf({ node, up }: Spot): "called" | "indexed" | "computed with" | undefined {
  if (isSpotOf(up, "Call") && up.node.callee === node) return "called";
  if (isSpotOf(up, "Index") && up.node.object === node) return "indexed";
  if (isSpotOf(up, "MethodCall") && up.node.object === node) return "indexed";
  if (isSpotOf(up, "Binary")) return COMPARISONS.has(up.node.operator) ? undefined : "computed with";
  if (isSpotOf(up, "Unary")) return up.node.operator === "not" ? undefined : "computed with";
  return undefined;
}

/** True where a value is asked for, and nil is an answer like others: `if x then`, `x == nil`, `type(x)`. */
export function isAsked({ up }: Spot): boolean {
  if (isSpotOf(up, "Binary")) return COMPARISONS.has(up.node.operator);
  if (isSpotOf(up, "Unary")) return up.node.operator === "not";
  if (isSpotOf(up, "Call")) {
    const { callee } = up.node;
    return callee.kind === "Name" && ["type", "tostring"].includes(callee.name);
  }
  return ["Logical", "If", "While", "Repeat"].includes(up?.node.kind ?? "");
}

const COMPARISONS: ReadonlySet<string> = new Set(["==", "~="]);
