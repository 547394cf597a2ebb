import type { Expression } from "../../parse/lua/tree.ts";
import type { FunctionContext } from "../context.ts";

/** How a message names the value of an expression (`global 'x'`); undefined for a value without a name (spec 03, section 11). */
export function operandName(f: FunctionContext, expression: Expression): string | undefined {
  switch (expression.kind) {
    case "Name":
      if (expression.variable === undefined) return `global '${expression.name}'`;
      return `${expression.variable.owner === f.body ? "local" : "upvalue"} '${expression.name}'`;
    case "Index":
      return `field '${keyName(expression.key)}'`;
    case "MethodCall":
      return undefined;
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
