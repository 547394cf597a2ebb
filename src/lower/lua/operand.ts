import type { Expression } from "../../parse/lua/tree.ts";
import type { FunctionContext } from "../context.ts";
import { isDecided, literalOf } from "./folding.ts";

/** How a message names the value of an expression (`global 'x'`); undefined for a value without a name (spec 03, section 11). */
export function operandName(f: FunctionContext, expression: Expression): string | undefined {
  const literal = literalOf(f, expression);
  if (literal !== expression) return operandName(f, literal);
  switch (expression.kind) {
    case "Name":
      if (expression.variable === undefined) return `global '${expression.name}'`;
      return `${expression.variable.owner === f.body ? "local" : "upvalue"} '${expression.name}'`;
    case "Index": {
      const { object, key } = expression;
      // `_ENV.x` is what a global is.
      const isGlobal =
        object.kind === "Name" && object.name === "_ENV" && literalOf(f, key).kind === "String";
      return `${isGlobal ? "global" : "field"} '${keyName(literalOf(f, key))}'`;
    }
    case "MethodCall":
      return undefined;
    case "Logical":
      return isDecided(f, expression.left, expression.operator)
        ? operandName(f, expression.right)
        : undefined;
    case "String":
      return `constant '${expression.value}'`;
    default:
      return undefined;
  }
}

/** The largest integer key for which real Lua has an instruction of its own, and so a name. */
const LARGEST_INTEGER_OPERAND = 255;

function keyName(key: Expression): string {
  if (key.kind === "String") return key.value;
  const { value } = key.kind === "Integer" ? key : { value: -1 };
  return typeof value === "number" && value >= 0 && value <= LARGEST_INTEGER_OPERAND ? "integer index" : "?";
}
