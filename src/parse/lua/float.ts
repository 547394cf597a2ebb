import type { Binary, Expression, Variable } from "./tree.ts";

/** Operators of doubles that give a float as soon as one operand is one; a quotient always is one (manual §3.4.1). */
const OPERATORS: ReadonlySet<string> = new Set(["+", "-", "*", "/"]);
/** Longer chains are not looked through. */
const LONGEST = 64;

/** True when an expression can only give a float, or raise, as long as no metamethod computes; `holdsFloat` tells of locals. */
export function givesFloat(
  expression: Expression,
  holdsFloat: (variable: Variable) => boolean,
  longest = LONGEST,
): boolean {
  switch (expression.kind) {
    case "Float":
      return true;
    case "Name":
      return expression.variable !== undefined && holdsFloat(expression.variable);
    case "Parenthesized":
      return longest > 0 && givesFloat(expression.expression, holdsFloat, longest - 1);
    case "Unary":
      return (
        expression.operator === "-" && longest > 0 && givesFloat(expression.operand, holdsFloat, longest - 1)
      );
    case "Binary":
      return longest > 0 && isFloatOperation(expression, holdsFloat, longest - 1);
    default:
      return false;
  }
}

/** The same for an operator that `+ - * /` can be computed for in doubles. */
export function isFloatOperation(
  { operator, left, right }: Binary,
  holdsFloat: (variable: Variable) => boolean,
  longest = LONGEST,
): boolean {
  if (!OPERATORS.has(operator)) return false;
  return operator === "/" || givesFloat(right, holdsFloat, longest) || givesFloat(left, holdsFloat, longest);
}
