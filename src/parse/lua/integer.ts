import type { Expression, Variable } from "./tree.ts";

/** Operators that give an integer for two integers, or raise (manual §3.4.1, §3.4.2). */
const OPERATORS: ReadonlySet<string> = new Set(["+", "-", "*", "//", "%", "&", "|", "~", "<<", ">>"]);
/** Longer chains are not looked through. */
const LONGEST = 64;

/** True when an expression can only give an integer, or raise; `holdsInteger` tells of locals. */
export function givesInteger(
  expression: Expression,
  holdsInteger: (variable: Variable) => boolean,
  longest = LONGEST,
): boolean {
  switch (expression.kind) {
    case "Integer":
      return true;
    case "Name":
      return expression.variable !== undefined && holdsInteger(expression.variable);
    case "Unary":
      return (
        (expression.operator === "-" || expression.operator === "~") &&
        longest > 0 &&
        givesInteger(expression.operand, holdsInteger, longest - 1)
      );
    case "Binary":
      return (
        keepsInteger(expression.operator) &&
        longest > 0 &&
        givesInteger(expression.right, holdsInteger, longest - 1) &&
        givesInteger(expression.left, holdsInteger, longest - 1)
      );
    default:
      return false;
  }
}

/** True for an operator that gives an integer for two integers. */
export const keepsInteger = (operator: string): boolean => OPERATORS.has(operator);
