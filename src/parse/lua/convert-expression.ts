import type * as luaparse from "luaparse";
import { type Conversion, convertFunction, endOf, positionAfter, startOf } from "./conversion.ts";
import { longSpine } from "./spine.ts";
import type * as lua from "./tree.ts";

/** Converts one of luaparse's expressions. */
export function convertExpression(conversion: Conversion, node: luaparse.Expression): lua.Expression {
  const { converted } = conversion;
  const known = converted.get(node);
  if (known !== undefined) return known;
  for (const inner of longSpine(node, leftOf, converted)) {
    converted.set(inner, convertOne(conversion, inner));
  }
  return convertOne(conversion, node);
}

function convertOne(conversion: Conversion, node: luaparse.Expression): lua.Expression {
  const convert = converters[node.type] as Convert<luaparse.Expression>;
  const expression = convert(conversion, node);
  const { kind } = expression;
  if (kind !== "Call" && kind !== "MethodCall" && kind !== "Vararg") return expression;
  const group = conversion.facts.groups.get(expression.end);
  return group === undefined ? expression : { kind: "Parenthesized", ...group, expression };
}

/** Converts a list of expressions. */
export function convertExpressions(
  conversion: Conversion,
  nodes: readonly luaparse.Expression[],
): lua.Expression[] {
  return nodes.map((node) => convertExpression(conversion, node));
}

/** Converts a name that is read or assigned. */
export function convertName({ facts }: Conversion, node: luaparse.Identifier): lua.Name {
  const { name, start, end, variable, environment } = facts.references.get(startOf(node))!;
  return { kind: "Name", start, end, name, variable, environment, position: facts.reads.get(end) ?? start };
}

/** `a.b`, and `a:b` where a function is named. */
export function convertMember(conversion: Conversion, node: luaparse.MemberExpression): lua.Index {
  return {
    kind: "Index",
    start: startOf(node),
    end: endOf(node),
    object: convertExpression(conversion, node.base),
    key: nameAsString(node.identifier),
    position: readPosition(conversion, node),
  };
}

/** `a[b]` */
export function convertIndex(conversion: Conversion, node: luaparse.IndexExpression): lua.Index {
  return {
    kind: "Index",
    start: startOf(node),
    end: endOf(node),
    object: convertExpression(conversion, node.base),
    key: convertExpression(conversion, node.index),
    position: readPosition(conversion, node),
  };
}

/** `f(a, b)`, `f "a"`, `f { a }`, `o:m(a)` and so on. */
export function convertCall(
  conversion: Conversion,
  node: luaparse.CallExpression | luaparse.TableCallExpression | luaparse.StringCallExpression,
): lua.Call | lua.MethodCall {
  const { base } = node;
  const start = startOf(node);
  const end = endOf(node);
  const values = convertExpressions(conversion, argumentsOf(node));
  const position = positionAfter(conversion, base);
  if (base.type !== "MemberExpression" || base.indexer === ".") {
    const callee = convertExpression(conversion, base);
    return { kind: "Call", start, end, callee, arguments: values, position };
  }
  const object = convertExpression(conversion, base.base);
  const { name } = base.identifier;
  const namePosition = startOf(base.identifier);
  return { kind: "MethodCall", start, end, object, name, arguments: values, position, namePosition };
}

function readPosition({ facts }: Conversion, node: luaparse.Expression): number {
  return facts.reads.get(endOf(node)) ?? endOf(node) - 1;
}

type Convert<Node> = (conversion: Conversion, node: Node) => lua.Expression;

const converters: {
  readonly [Type in luaparse.Expression["type"]]: Convert<Extract<luaparse.Expression, { type: Type }>>;
} = {
  NilLiteral: (_, node) => ({ kind: "Nil", start: startOf(node), end: endOf(node) }),
  BooleanLiteral: (_, node) => ({
    kind: "Boolean",
    start: startOf(node),
    end: endOf(node),
    value: node.value,
  }),
  NumericLiteral: convertNumber,
  StringLiteral: convertString,
  VarargLiteral: (_, node) => ({ kind: "Vararg", start: startOf(node), end: endOf(node) }),
  FunctionDeclaration: convertFunction,
  Identifier: convertName,
  MemberExpression: convertMember,
  IndexExpression: convertIndex,
  CallExpression: convertCall,
  TableCallExpression: convertCall,
  StringCallExpression: convertCall,
  BinaryExpression: convertBinary,
  LogicalExpression: convertLogical,
  UnaryExpression: convertUnary,
  TableConstructorExpression: convertTable,
};

function leftOf(node: luaparse.Expression): luaparse.Expression | undefined {
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
      return node.left;
    case "MemberExpression":
    case "IndexExpression":
    case "CallExpression":
    case "TableCallExpression":
    case "StringCallExpression":
      return node.base;
    default:
      return undefined;
  }
}

function argumentsOf(
  node: luaparse.CallExpression | luaparse.TableCallExpression | luaparse.StringCallExpression,
): readonly luaparse.Expression[] {
  if (node.type === "CallExpression") return node.arguments;
  return [node.type === "StringCallExpression" ? node.argument : node.arguments];
}

function nameAsString(node: luaparse.Identifier): lua.String {
  return { kind: "String", start: startOf(node), end: endOf(node), value: node.name };
}

function convertNumber({ literals }: Conversion, node: luaparse.NumericLiteral): lua.Integer | lua.Float {
  const { type, start, end, value } = literals.get(startOf(node))!;
  return type === "<integer>"
    ? { kind: "Integer", start, end, value: value as number | bigint }
    : { kind: "Float", start, end, value: value as number };
}

function convertString({ literals }: Conversion, node: luaparse.StringLiteral): lua.String {
  const { start, end, value } = literals.get(startOf(node))!;
  return { kind: "String", start, end, value: value as string };
}

function convertBinary(conversion: Conversion, node: luaparse.BinaryExpression): lua.Binary {
  return {
    kind: "Binary",
    start: startOf(node),
    end: endOf(node),
    operator: node.operator,
    left: convertExpression(conversion, node.left),
    right: convertExpression(conversion, node.right),
    position: positionAfter(conversion, node.left),
  };
}

function convertLogical(conversion: Conversion, node: luaparse.LogicalExpression): lua.Logical {
  return {
    kind: "Logical",
    start: startOf(node),
    end: endOf(node),
    operator: node.operator,
    left: convertExpression(conversion, node.left),
    right: convertExpression(conversion, node.right),
    position: positionAfter(conversion, node.left),
  };
}

function convertUnary(conversion: Conversion, node: luaparse.UnaryExpression): lua.Unary {
  const start = startOf(node);
  return {
    kind: "Unary",
    start,
    end: endOf(node),
    operator: node.operator,
    operand: convertExpression(conversion, node.argument),
    position: start,
  };
}

function convertTable(
  conversion: Conversion,
  node: luaparse.TableConstructorExpression,
): lua.TableConstructor {
  return {
    kind: "Table",
    start: startOf(node),
    end: endOf(node),
    items: node.fields.map((field) => convertItem(conversion, field)),
  };
}

function convertItem(
  conversion: Conversion,
  field: luaparse.TableConstructorExpression["fields"][number],
): lua.TableItem {
  const value = convertExpression(conversion, field.value);
  if (field.type === "TableValue")
    return { kind: "Positional", start: startOf(field), end: endOf(field), value };
  const key = field.type === "TableKey" ? convertExpression(conversion, field.key) : nameAsString(field.key);
  return { kind: "Keyed", start: startOf(field), end: endOf(field), key, value };
}
