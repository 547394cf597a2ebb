import type { Expression } from "../../parse/lua/tree.ts";
import type { FunctionContext } from "../function-context.ts";

/** A number that C Lua computes when it compiles; `isFloat` is its subtype. */
interface Folded {
  readonly value: number;
  readonly isFloat: boolean;
}

/** The literal that a `<const>` local stands for, else the expression itself. */
export function literalOf(f: FunctionContext, expression: Expression): Expression {
  const variable = expression.kind === "Name" ? expression.variable : undefined;
  return (variable && f.region.literals.get(variable)) ?? expression;
}

/** True when `left and …` or `left or …` always goes on: C Lua then drops the left operand. */
export function isDecided(f: FunctionContext, left: Expression, operator: "and" | "or"): boolean {
  const node = unwrapped(f, left);
  if (node.kind !== "Logical") return foldedTruth(f, node) === (operator === "and");
  // What the other operator leaves early with goes on here; only its last operand is tested.
  const leaves = node.operator === operator && !isDecided(f, node.left, operator);
  return !leaves && isDecided(f, node.right, operator);
}

/** The same without parentheses and names of constants. */
export function unwrapped(f: FunctionContext, expression: Expression): Expression {
  const node = literalOf(f, expression);
  return node.kind === "Parenthesized" ? unwrapped(f, node.expression) : node;
}

/** Whether C Lua knows, when it compiles, that an expression is true or false; undefined when it does not. */
function foldedTruth(f: FunctionContext, expression: Expression): boolean | undefined {
  const node = unwrapped(f, expression);
  switch (node.kind) {
    case "Nil":
      return false;
    case "Boolean":
      return node.value;
    case "String":
      return true;
    case "Unary": {
      if (node.operator !== "not") break;
      const operand = foldedTruth(f, node.operand);
      return operand === undefined ? undefined : !operand;
    }
  }
  return folded(f, node) === undefined ? undefined : true;
}

/** What C Lua folds: arithmetic of numerals whose result is no float zero and no NaN. Only its truth is wanted, so doubles will do. */
function folded(f: FunctionContext, expression: Expression): Folded | undefined {
  const node = unwrapped(f, expression);
  if (node.kind === "Integer") return { value: Number(node.value), isFloat: false };
  if (node.kind === "Float") return { value: node.value, isFloat: true };
  if (node.kind === "Unary") {
    const operand = folded(f, node.operand);
    if (operand === undefined || (node.operator !== "-" && node.operator !== "~")) return undefined;
    if (node.operator === "-") return kept({ value: -operand.value, isFloat: operand.isFloat });
    return isIntegral(operand) ? { value: ~operand.value, isFloat: false } : undefined;
  }
  if (node.kind !== "Binary") return undefined;
  const compute = OPERATIONS[node.operator];
  const left = compute && folded(f, node.left);
  const right = left && folded(f, node.right);
  return right === undefined ? undefined : compute!(left!, right);
}

type Operation = (a: Folded, b: Folded) => Folded | undefined;

const either =
  (compute: (a: number, b: number) => number): Operation =>
  (a, b) =>
    kept({ value: compute(a.value, b.value), isFloat: a.isFloat || b.isFloat });
const always =
  (compute: (a: number, b: number) => number): Operation =>
  (a, b) =>
    kept({ value: compute(a.value, b.value), isFloat: true });
const divided =
  (operation: Operation): Operation =>
  (a, b) =>
    b.value === 0 ? undefined : operation(a, b);
const bitwise: Operation = (a, b) =>
  isIntegral(a) && isIntegral(b) ? { value: 1, isFloat: false } : undefined;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  "+": either((a, b) => a + b),
  "-": either((a, b) => a - b),
  "*": either((a, b) => a * b),
  "/": divided(always((a, b) => a / b)),
  "//": divided(either((a, b) => Math.floor(a / b))),
  "%": divided(either((a, b) => a - Math.floor(a / b) * b)),
  "^": always((a, b) => a ** b),
  "&": bitwise,
  "|": bitwise,
  "~": bitwise,
  "<<": bitwise,
  ">>": bitwise,
};

function kept(result: Folded): Folded | undefined {
  return result.isFloat && (result.value === 0 || Number.isNaN(result.value)) ? undefined : result;
}

const isIntegral = ({ value }: Folded): boolean => Number.isInteger(value) && Math.abs(value) < 2 ** 63;
