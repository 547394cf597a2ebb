import type { Expression, Variable } from "../../parse/lua/tree.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Operand } from "../region-context.ts";
import { isDecided, literalOf } from "./folding.ts";

/** How a message names the value of an expression (`global 'x'`); undefined for a value without a name (spec 03, section 11). */
export function operandName(f: FunctionContext, expression: Expression): Operand | undefined {
  const literal = literalOf(f, expression);
  if (literal !== expression) return operandName(f, literal);
  switch (expression.kind) {
    case "Name":
      if (expression.variable === undefined) return { kind: "global", name: expression.name };
      return localName(f, expression.variable, expression.name);
    case "Index": {
      const { object, key } = expression;
      // `_ENV.x` is what a global is.
      const isGlobal =
        object.kind === "Name" && object.name === "_ENV" && literalOf(f, key).kind === "String";
      return { kind: isGlobal ? "global" : "field", name: keyName(literalOf(f, key)) };
    }
    case "MethodCall":
      return undefined;
    case "Logical":
      return isDecided(f, expression.left, expression.operator)
        ? operandName(f, expression.right)
        : undefined;
    case "String":
      return { kind: "constant", name: expression.value };
    default:
      return undefined;
  }
}

/** How a message names a variable: that of an outer function is an upvalue. */
export function localName(f: FunctionContext, variable: Variable, name: string): Operand {
  return { kind: variable.owner === f.body ? "local" : "upvalue", name };
}

/** The largest integer key for which real Lua has an instruction of its own, and so a name. */
const LARGEST_INTEGER_OPERAND = 255;

function keyName(key: Expression): string {
  if (key.kind === "String") return key.value;
  const { value } = key.kind === "Integer" ? key : { value: -1 };
  return typeof value === "number" && value >= 0 && value <= LARGEST_INTEGER_OPERAND ? "integer index" : "?";
}
