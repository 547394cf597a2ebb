import type { Call, Expression, MethodCall, Vararg } from "./tree.ts";

/** True for an expression that can give any number of values (manual §3.4). */
export function isMulti(expression: Expression | undefined): expression is Call | MethodCall | Vararg {
  return expression?.kind === "Call" || expression?.kind === "MethodCall" || expression?.kind === "Vararg";
}
