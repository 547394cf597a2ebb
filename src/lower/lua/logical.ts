import type * as Lua from "../../parse/lua/tree.ts";
import {
  assign,
  binary,
  boolean,
  conditional,
  type Expression,
  isSimple,
  logical,
  nil,
  sequence,
  unary,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Value } from "../value.ts";
import { lowerExpression } from "./expression.ts";
import { hold } from "./operate.ts";
import { isCut } from "./spine.ts";

/** A condition as an ES boolean: nil and false are false, everything else is true (manual §3.3.4). */
export function lowerCondition(f: FunctionContext, node: Lua.Expression): Value {
  if (node.kind === "Logical" && !isCut(f, node)) {
    const left = lowerCondition(f, node.left);
    const right = lowerCondition(f, node.right);
    const operator = node.operator === "and" ? "&&" : "||";
    return { js: logical(operator, left.js, right.js), moves: left.moves || right.moves, kind: "boolean" };
  }
  if (node.kind === "Unary" && node.operator === "not") {
    const operand = lowerCondition(f, node.operand);
    return { ...operand, js: negate(operand.js) };
  }
  return truth(f, lowerExpression(f, node));
}

/** `a and b`, `a or b`, manual §3.4.5. */
export function lowerLogical(f: FunctionContext, node: Lua.Logical): Value {
  const left = lowerExpression(f, node.left);
  const right = lowerExpression(f, node.right);
  const moves = left.moves || right.moves;
  if (left.kind === "boolean") {
    const kind = right.kind === "boolean" ? "boolean" : undefined;
    return { js: logical(node.operator === "and" ? "&&" : "||", left.js, right.js), moves, kind };
  }
  const { before, parts } = hold(f, [left]);
  const test = truth(f, { ...left, js: parts[0]! }).js;
  const [yes, no] = node.operator === "and" ? [right.js, parts[0]!] : [parts[0]!, right.js];
  return { js: sequence(...before, conditional(test, yes, no)), moves, kind: undefined };
}

/** `not a` */
export function lowerNot(f: FunctionContext, node: Lua.Unary): Value {
  const operand = lowerCondition(f, node.operand);
  return { js: negate(operand.js), moves: operand.moves, kind: "boolean" };
}

function truth(f: FunctionContext, value: Value): Value {
  const { js, moves, kind } = value;
  if (kind === "boolean") return value;
  if (kind === "nil") return { js: boolean(false), moves, kind: "boolean" };
  if (kind !== undefined) return { js: sequence(js, boolean(true)), moves, kind: "boolean" };
  const held = isSimple(js) ? undefined : f.temporary();
  const first = held === undefined ? js : assign(held, js);
  const test = logical("&&", binary("!==", first, nil()), binary("!==", held ?? js, boolean(false)));
  return { js: test, moves, kind: "boolean" };
}

/** `!js`, or what `js` negates. */
export function negate(js: Expression): Expression {
  return js.type === "UnaryExpression" && js.operator === "!" ? js.argument : unary("!", js);
}
