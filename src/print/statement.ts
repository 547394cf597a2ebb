import type * as ES from "estree";
import { printFunction } from "./expression.ts";
import { printList } from "./list.ts";
import { endsWithIf, looksLikeStatement } from "./parentheses.ts";
import type { Node, Printer, Writer } from "./writer.ts";

/** Several declarations that are wider than this get lines of their own. */
const WIDEST_DECLARATIONS = 50;

type Printers = {
  readonly [Type in
    | Exclude<ES.Statement["type"], Unused>
    | "Program"
    | "ImportDeclaration"
    | "ImportSpecifier"
    | "ExportDefaultDeclaration"
    | "VariableDeclarator"
    | "CatchClause"
    | "SwitchCase"]: Printer<Extract<Node, { readonly type: Type }>>;
};

/** What lowering never makes. */
type Unused =
  | "ClassDeclaration"
  | "DebuggerStatement"
  | "DoWhileStatement"
  | "EmptyStatement"
  | "ForInStatement"
  | "ForOfStatement"
  | "StaticBlock"
  | "WhileStatement"
  | "WithStatement";

/** How each kind of statement, and what stands in one, is written. */
export const statements: Printers = {
  BlockStatement: (writer, node, depth) => {
    const open = writer.word("{", node);
    if (node.body.length === 0) return `${open}}`;
    const first = writer.line(depth + 1);
    return `${open}${first}${printBody(writer, node.body, depth + 1)}${writer.line(depth)}}`;
  },
  BreakStatement: (writer, node, depth) => `${withLabel(writer, "break", node, depth)};`,
  CatchClause: (writer, node, depth) => {
    const word = writer.word("catch", node);
    const name = node.param ? `(${writer.print(node.param, depth)})` : "";
    return `${word}${name} ${writer.print(node.body, depth)}`;
  },
  ContinueStatement: (writer, node, depth) => `${withLabel(writer, "continue", node, depth)};`,
  ExportDefaultDeclaration: (writer, { declaration }, depth) => {
    const text = `export default ${writer.print(declaration as Node, depth)}`;
    return declaration.type === "FunctionDeclaration" ? text : `${text};`;
  },
  ExpressionStatement: (writer, { expression }, depth) =>
    `${writer.wrap(expression, depth, looksLikeStatement(expression))};`,
  ForStatement: printFor,
  FunctionDeclaration: printFunction,
  IfStatement: printIf,
  ImportDeclaration: (writer, { specifiers, source }, depth) => {
    const list = printList(writer, specifiers as ES.ImportSpecifier[], depth, " ");
    return `import {${list}} from ${writer.print(source, depth)};`;
  },
  ImportSpecifier: (writer, { imported, local }, depth) => {
    const name = writer.print(imported, depth);
    return name === local.name ? name : `${name} as ${writer.print(local, depth)}`;
  },
  LabeledStatement: (writer, { label, body }, depth) =>
    `${writer.print(label, depth)}: ${writer.print(body, depth)}`,
  Program: (writer, { body }, depth) => printBody(writer, body as Node[], depth),
  ReturnStatement: (writer, node, depth) => {
    const word = writer.word("return", node);
    return node.argument ? `${word} ${writer.print(node.argument, depth)};` : `${word};`;
  },
  SwitchCase: (writer, node, depth) => {
    const word = writer.word(node.test ? "case" : "default", node);
    let text = node.test ? `${word} ${writer.print(node.test, depth)}:` : `${word}:`;
    for (const statement of node.consequent)
      text += writer.line(depth + 1) + writer.print(statement, depth + 1);
    return text;
  },
  SwitchStatement: (writer, node, depth) => {
    let text = `${writer.word("switch", node)} (${writer.print(node.discriminant, depth)}) {`;
    for (const [index, branch] of node.cases.entries())
      text += (index > 0 ? "\n" : "") + writer.line(depth + 1) + writer.print(branch, depth + 1);
    return `${text}${writer.line(depth)}}`;
  },
  ThrowStatement: (writer, node, depth) =>
    `${writer.word("throw", node)} ${writer.print(node.argument, depth)};`,
  TryStatement: (writer, node, depth) => {
    let text = `${writer.word("try", node)} ${writer.print(node.block, depth)}`;
    if (node.handler) text += ` ${writer.print(node.handler, depth)}`;
    if (node.finalizer) text += ` finally ${writer.print(node.finalizer, depth)}`;
    return text;
  },
  VariableDeclaration: (writer, node, depth) => `${printDeclarations(writer, node, depth)};`,
  VariableDeclarator: (writer, { id, init }, depth) => {
    const name = writer.print(id, depth);
    return init ? `${name} = ${writer.print(init, depth)}` : name;
  },
};

/** Statements; an empty line parts those of different kinds and those of several lines. */
function printBody(writer: Writer, body: readonly Node[], depth: number): string {
  let text = "";
  let wasBroken = false;
  for (const [index, node] of body.entries()) {
    const { breaks } = writer;
    const printed = writer.print(node, depth);
    const isBroken = writer.breaks !== breaks;
    if (index > 0) {
      if (isBroken || wasBroken || node.type !== body[index - 1]!.type) text += "\n";
      text += writer.line(depth);
    }
    text += printed;
    wasBroken = isBroken;
  }
  return text;
}

function printDeclarations(writer: Writer, node: ES.VariableDeclaration, depth: number): string {
  const { declarations } = node;
  const { breaks } = writer;
  const word = writer.word(node.kind, node);
  const inner = declarations.length > 1 ? depth + 1 : depth;
  const marks = writer.places.length;
  const texts = declarations.map((declaration) => statements.VariableDeclarator(writer, declaration, inner));
  if (texts.length === 1) return `${word} ${texts[0]}`;
  const width =
    texts.reduce((sum, text) => sum + text.length + 2, node.kind.length - 1) - (writer.places.length - marks);
  if (writer.breaks === breaks && width <= WIDEST_DECLARATIONS) return `${word} ${texts.join(", ")}`;
  return `${word} ${texts.join(`,${writer.line(inner)}`)}`;
}

function printFor(writer: Writer, { init, test, update, body }: ES.ForStatement, depth: number): string {
  const first = init?.type === "VariableDeclaration" ? printDeclarations(writer, init, depth) : "";
  const second = test ? writer.print(test, depth) : "";
  const third = update ? writer.print(update, depth) : "";
  return `for (${first}; ${second}; ${third}) ${writer.print(body, depth)}`;
}

function printIf(writer: Writer, node: ES.IfStatement, depth: number): string {
  const { consequent, alternate } = node;
  const head = `${writer.word("if", node)} (${writer.print(node.test, depth)}) `;
  if (!alternate) return head + writer.print(consequent, depth);
  const isOpen = endsWithIf(consequent);
  const text = isOpen
    ? `{${writer.line(depth + 1)}${writer.print(consequent, depth + 1)}${writer.line(depth)}}`
    : writer.print(consequent, depth);
  return `${head}${text} else ${writer.print(alternate, depth)}`;
}

function withLabel(
  writer: Writer,
  word: string,
  node: ES.BreakStatement | ES.ContinueStatement,
  depth: number,
): string {
  const text = writer.word(word, node);
  return node.label ? `${text} ${writer.print(node.label, depth)}` : text;
}
