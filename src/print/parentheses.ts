import type * as ES from "estree";
import type { Node } from "./writer.ts";

/** How tightly expressions bind, from the loosest; a sequence brings its parentheses along. */
const BINDING: { readonly [type: string]: number } = {
  YieldExpression: 2,
  ArrowFunctionExpression: 3,
  AssignmentExpression: 3,
  ConditionalExpression: 4,
  LogicalExpression: 12,
  BinaryExpression: 14,
  UnaryExpression: 15,
  UpdateExpression: 16,
  FunctionExpression: 17,
  ObjectExpression: 17,
  Literal: 18,
  CallExpression: 19,
  MemberExpression: 19,
  NewExpression: 19,
  ArrayExpression: 20,
  Identifier: 20,
  SequenceExpression: 20,
  ThisExpression: 20,
};

const OPERATORS: { readonly [operator: string]: number } = {
  ...{ "||": 2, "&&": 3, "??": 4, "|": 5, "^": 6, "&": 7 },
  ...{ "==": 8, "!=": 8, "===": 8, "!==": 8 },
  ...{ "<": 9, ">": 9, "<=": 9, ">=": 9, instanceof: 9 },
  ...{ "<<": 10, ">>": 10, ">>>": 10, "+": 11, "-": 11, "*": 12, "%": 12, "/": 12, "**": 13 },
};

/** True when a node binds more loosely than a kind of expression. */
export const isLooser = (node: Node, type: ES.Expression["type"]): boolean =>
  BINDING[node.type]! < BINDING[type]!;

/** True when the test of a conditional needs parentheses. */
export const isLooseTest = (test: ES.Expression): boolean =>
  BINDING[test.type]! <= BINDING["ConditionalExpression"]!;

type Operation = ES.BinaryExpression | ES.LogicalExpression;

/** True when an operand of a binary operator needs parentheses. */
export function isLooseOperand(node: Operation["left"], parent: Operation, isRight: boolean): boolean {
  const { operator } = parent;
  if (!isRight && operator === "**" && node.type === "UnaryExpression") return true;
  if (node.type !== parent.type) return BINDING[node.type]! < BINDING[parent.type]!;
  const inner = (node as Operation).operator;
  // `??` does not mix with the other two.
  if (parent.type === "LogicalExpression" && (operator === "??") !== (inner === "??")) return true;
  if (operator === "**" && inner === "**") return !isRight;
  const difference = OPERATORS[inner]! - OPERATORS[operator]!;
  return isRight ? difference <= 0 : difference < 0;
}

/** True when a callee of `new` would end at its call. */
export function holdsCall(node: Node): boolean {
  let inner = node;
  while (inner.type === "MemberExpression") inner = inner.object as Node;
  return inner.type === "CallExpression";
}

/** True for an expression that as a statement would begin with `{` or `function`. */
export function looksLikeStatement(expression: ES.Expression): boolean {
  const { type } = firstNode(expression);
  return type === "ObjectExpression" || type === "FunctionExpression";
}

/** True for the body of an arrow function that would begin with `{` and is no block. */
export const looksLikeBlock = (body: ES.Expression): boolean => firstNode(body).type === "ObjectExpression";

/** The innermost of the nodes that an expression begins with. */
function firstNode(expression: ES.Expression): Node {
  let node: Node = expression;
  for (let first = firstOperand(node); first !== undefined; first = firstOperand(node)) node = first;
  return node;
}

/** What a node begins with, unless that stands in parentheses. */
function firstOperand(node: Node): Node | undefined {
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
      return isLooseOperand(node.left, node, false) ? undefined : (node.left as Node);
    case "AssignmentExpression":
      return node.left;
    case "ConditionalExpression":
      return isLooseTest(node.test) ? undefined : node.test;
    case "MemberExpression":
      return isLooser(node.object as Node, node.type) ? undefined : (node.object as Node);
    case "CallExpression":
      return isLooser(node.callee as Node, node.type) ? undefined : (node.callee as Node);
    case "UpdateExpression":
      return node.prefix ? undefined : (node.argument as Node);
    default:
      return undefined;
  }
}

/** True when an `else` behind a statement would belong to an `if` in it. */
export function endsWithIf(statement: ES.Statement): boolean {
  if (statement.type === "IfStatement") return !statement.alternate || endsWithIf(statement.alternate);
  return "body" in statement && !Array.isArray(statement.body) && statement.type !== "FunctionDeclaration"
    ? endsWithIf(statement.body as ES.Statement)
    : false;
}
