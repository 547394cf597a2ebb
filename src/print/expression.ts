import type * as ES from "estree";
import { printArguments, printList } from "./list.ts";
import { holdsCall, isLooseOperand, isLooser, isLooseTest, looksLikeBlock } from "./parentheses.ts";
import type { Node, Printer, Writer } from "./writer.ts";

/** The arms of a conditional that are wider than this together get lines of their own. */
const WIDEST_ARMS = 50;

type Printers = {
  readonly [Type in
    | Exclude<ES.Expression["type"], Unused>
    | "SpreadElement"
    | "RestElement"
    | "Property"]: Printer<Extract<Node, { readonly type: Type }>>;
};

/** What lowering never makes. */
type Unused =
  | "AwaitExpression"
  | "ChainExpression"
  | "ClassExpression"
  | "ImportExpression"
  | "MetaProperty"
  | "TaggedTemplateExpression"
  | "TemplateLiteral";

/** How each kind of expression, and what stands in one, is written. */
export const expressions: Printers = {
  ArrayExpression: (writer, node, depth) => `[${printList(writer, node.elements as Node[], depth)}]`,
  ArrowFunctionExpression: (writer, { params, body }, depth) => {
    const head = `(${printList(writer, params, depth)}) => `;
    return head + writer.wrap(body, depth, body.type !== "BlockStatement" && looksLikeBlock(body));
  },
  AssignmentExpression: (writer, { left, operator, right }, depth) =>
    `${writer.print(left, depth)} ${operator} ${writer.print(right, depth)}`,
  BinaryExpression: printOperation,
  CallExpression: printCall,
  ConditionalExpression: printConditional,
  FunctionExpression: printFunction,
  Identifier: (writer, node) => writer.word(node.name, node),
  Literal: (writer, { raw, loc }) => (loc ? writer.mark(loc.start) + raw + writer.mark(loc.end) : raw!),
  LogicalExpression: printOperation,
  MemberExpression: (writer, { type, object, property, computed }, depth) => {
    const text = writer.wrap(object as Node, depth, isLooser(object as Node, type));
    const name = writer.print(property as Node, depth);
    return computed ? `${text}[${name}]` : `${text}.${name}`;
  },
  NewExpression: printCall,
  ObjectExpression: (writer, node, depth) => `{${printList(writer, node.properties, depth, " ")}}`,
  Property: printProperty,
  RestElement: (writer, node, depth) => `...${writer.print(node.argument, depth)}`,
  SequenceExpression: (writer, node, depth) => `(${printList(writer, node.expressions, depth)})`,
  SpreadElement: (writer, node, depth) => `...${writer.print(node.argument, depth)}`,
  ThisExpression: (writer, { loc }) =>
    loc ? `${writer.mark(loc.start)}this${writer.mark(loc.end)}` : "this",
  UnaryExpression: (writer, node, depth) => {
    const { type, operator, argument } = node;
    const word = writer.word(operator, node);
    const space = operator.length > 1 || doubles(operator, argument) ? " " : "";
    return word + space + writer.wrap(argument, depth, isLooser(argument, type));
  },
  UpdateExpression: (writer, { type, operator, prefix, argument }, depth) => {
    const text = writer.wrap(argument, depth, isLooser(argument, type));
    return prefix ? operator + text : text + operator;
  },
  YieldExpression: (writer, node, depth) => {
    const word = writer.word(node.delegate ? "yield*" : "yield", node);
    return node.argument ? `${word} ${writer.print(node.argument, depth)}` : word;
  },
};

function printOperation(writer: Writer, node: ES.BinaryExpression | ES.LogicalExpression, depth: number) {
  const left = writer.wrap(node.left as Node, depth, isLooseOperand(node.left, node, false));
  return `${left} ${node.operator} ${writer.wrap(node.right, depth, isLooseOperand(node.right, node, true))}`;
}

function printCall(writer: Writer, node: ES.SimpleCallExpression | ES.NewExpression, depth: number): string {
  const callee = node.callee as ES.Expression;
  const isNew = node.type === "NewExpression";
  let text = isNew ? `${writer.word("new", node)} ` : "";
  if (callee.loc) text += writer.mark(callee.loc.start);
  text += writer.wrap(callee, depth, isLooser(callee, "CallExpression") || (isNew && holdsCall(callee)));
  return text + printArguments(writer, node.arguments, depth);
}

function printConditional(writer: Writer, node: ES.ConditionalExpression, depth: number): string {
  const test = writer.wrap(node.test, depth, isLooseTest(node.test));
  const { breaks } = writer;
  const marks = writer.places.length;
  const consequent = writer.print(node.consequent, depth + 1);
  const alternate = writer.print(node.alternate, depth + 1);
  const width = consequent.length + alternate.length - (writer.places.length - marks);
  if (writer.breaks === breaks && width <= WIDEST_ARMS) return `${test} ? ${consequent} : ${alternate}`;
  const line = writer.line(depth + 1);
  return `${test}${line}? ${consequent}${line}: ${alternate}`;
}

/** `function name(…) { … }`, also as a declaration. */
export function printFunction(
  writer: Writer,
  node: ES.FunctionExpression | ES.FunctionDeclaration,
  depth: number,
): string {
  const name = node.id ? writer.print(node.id, depth) : "";
  return `function${node.generator ? "*" : ""} ${name}${printRest(writer, node, depth)}`;
}

/** The parameters and the body. */
function printRest(writer: Writer, node: ES.FunctionExpression | ES.FunctionDeclaration, depth: number) {
  return `(${printList(writer, node.params, depth)}) ${writer.print(node.body, depth)}`;
}

function printProperty(writer: Writer, node: ES.Property, depth: number): string {
  const { computed, value } = node;
  if (
    !computed &&
    node.key.type === "Identifier" &&
    value.type === "Identifier" &&
    node.key.name === value.name
  )
    return writer.print(value, depth);
  const isMethod = node.method && value.type === "FunctionExpression";
  const name = writer.print(node.key as Node, depth);
  const key = computed ? `[${name}]` : name;
  if (!isMethod) return `${key}: ${writer.print(value, depth)}`;
  return `${value.generator ? "*" : ""}${key}${printRest(writer, value, depth)}`;
}

/** True for `- -x`, which without the space would be another operator. */
function doubles(operator: string, argument: ES.Expression): boolean {
  if (argument.type === "UnaryExpression") return argument.operator === operator && "+-".includes(operator);
  return argument.type === "UpdateExpression" && argument.prefix && argument.operator[0] === operator;
}
