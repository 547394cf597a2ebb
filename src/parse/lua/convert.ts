import type * as luaparse from "luaparse";
import { type Conversion, convertFunction, endOf, startOf } from "./conversion.ts";
import {
  convertCall,
  convertExpression,
  convertExpressions,
  convertIndex,
  convertMember,
  convertName,
} from "./convert-expression.ts";
import type * as lua from "./tree.ts";

/** Converts luaparse's statements into ours, with everything restored that the sanitised source hides. */
export function convertBlock(conversion: Conversion, block: readonly luaparse.Statement[]): lua.Block {
  return block.map((node) => {
    const convert = converters[node.type] as Convert<luaparse.Statement>;
    return convert(conversion, node);
  });
}

type Convert<Node> = (conversion: Conversion, node: Node) => lua.Statement;

const converters: {
  readonly [Type in luaparse.Statement["type"]]: Convert<Extract<luaparse.Statement, { type: Type }>>;
} = {
  LocalStatement: convertLocal,
  FunctionDeclaration: convertFunctionDeclaration,
  AssignmentStatement: convertAssignment,
  CallStatement: (conversion, node) => ({
    kind: "CallStatement",
    start: startOf(node),
    end: endOf(node),
    call: convertCall(conversion, node.expression),
  }),
  DoStatement: (conversion, node) => ({
    kind: "Do",
    start: startOf(node),
    end: endOf(node),
    body: convertBlock(conversion, node.body),
  }),
  WhileStatement: (conversion, node) => ({
    kind: "While",
    start: startOf(node),
    end: endOf(node),
    condition: convertExpression(conversion, node.condition),
    body: convertBlock(conversion, node.body),
  }),
  RepeatStatement: (conversion, node) => ({
    kind: "Repeat",
    start: startOf(node),
    end: endOf(node),
    body: convertBlock(conversion, node.body),
    condition: convertExpression(conversion, node.condition),
  }),
  IfStatement: convertIf,
  ForNumericStatement: convertNumericFor,
  ForGenericStatement: convertGenericFor,
  ReturnStatement: (conversion, node) => ({
    kind: "Return",
    start: startOf(node),
    end: endOf(node),
    values: convertExpressions(conversion, node.arguments),
  }),
  BreakStatement: (_, node) => ({ kind: "Break", start: startOf(node), end: endOf(node) }),
  GotoStatement: hidden,
  LabelStatement: hidden,
};

/** The sanitised source has no goto and no label. */
function hidden(_: Conversion, node: { readonly type: string }): never {
  throw new Error(`luaparse met a ${node.type}`);
}

function variableOf({ facts }: Conversion, node: luaparse.Identifier): lua.Variable {
  return facts.variables.get(startOf(node))!;
}

function convertLocal(
  conversion: Conversion,
  node: luaparse.LocalStatement,
): lua.Local | lua.GlobalDeclaration {
  const start = startOf(node);
  const end = conversion.facts.declarationEnds.get(start)!;
  const values = convertExpressions(conversion, node.init);
  if (!conversion.facts.globals.has(start)) {
    const variables = node.variables.map((name) => variableOf(conversion, name));
    return { kind: "Local", start, end, variables, values };
  }
  const names = node.variables.map((name) => convertName(conversion, name));
  return { kind: "GlobalDeclaration", start, end, names, values: values.length === 0 ? undefined : values };
}

function convertFunctionDeclaration(
  conversion: Conversion,
  node: luaparse.FunctionDeclaration,
): lua.FunctionDeclaration | lua.LocalFunction | lua.GlobalFunction {
  const identifier = node.identifier!;
  const start = startOf(node);
  const common = { start, end: endOf(node), function: convertFunction(conversion, node) };
  if (identifier.type === "MemberExpression") {
    return { kind: "FunctionDeclaration", ...common, target: convertMember(conversion, identifier) };
  }
  if (!node.isLocal) {
    return { kind: "FunctionDeclaration", ...common, target: convertName(conversion, identifier) };
  }
  return conversion.facts.globals.has(start)
    ? { kind: "GlobalFunction", ...common, name: convertName(conversion, identifier) }
    : { kind: "LocalFunction", ...common, variable: variableOf(conversion, identifier) };
}

/** An assignment of the program, or one that stands for a goto or a label. */
function convertAssignment(
  conversion: Conversion,
  node: luaparse.AssignmentStatement,
): lua.Assignment | lua.Goto | lua.Label {
  const jump = conversion.facts.jumps.get(startOf(node));
  if (jump !== undefined) return jump;
  const targets = node.variables.map((target) => convertTarget(conversion, target));
  return {
    kind: "Assignment",
    start: startOf(node),
    end: endOf(node),
    targets,
    values: convertExpressions(conversion, node.init),
  };
}

function convertTarget(
  conversion: Conversion,
  node: luaparse.AssignmentStatement["variables"][number],
): lua.Name | lua.Index {
  if (node.type === "Identifier") return convertName(conversion, node);
  return node.type === "MemberExpression" ? convertMember(conversion, node) : convertIndex(conversion, node);
}

function convertIf(conversion: Conversion, node: luaparse.IfStatement): lua.If {
  const clauses: { condition: lua.Expression; body: lua.Block }[] = [];
  let otherwise: lua.Block | undefined;
  for (const clause of node.clauses) {
    if (clause.type === "ElseClause") otherwise = convertBlock(conversion, clause.body);
    else {
      const condition = convertExpression(conversion, clause.condition);
      clauses.push({ condition, body: convertBlock(conversion, clause.body) });
    }
  }
  return { kind: "If", start: startOf(node), end: endOf(node), clauses, otherwise };
}

function convertNumericFor(conversion: Conversion, node: luaparse.ForNumericStatement): lua.NumericFor {
  return {
    kind: "NumericFor",
    start: startOf(node),
    end: endOf(node),
    variable: variableOf(conversion, node.variable),
    from: convertExpression(conversion, node.start),
    to: convertExpression(conversion, node.end),
    step: node.step === null ? undefined : convertExpression(conversion, node.step),
    position: conversion.facts.loops.get(startOf(node))!.body,
    body: convertBlock(conversion, node.body),
  };
}

function convertGenericFor(conversion: Conversion, node: luaparse.ForGenericStatement): lua.GenericFor {
  const loop = conversion.facts.loops.get(startOf(node))!;
  return {
    kind: "GenericFor",
    start: startOf(node),
    end: endOf(node),
    variables: node.variables.map((name) => variableOf(conversion, name)),
    values: convertExpressions(conversion, node.iterators),
    position: loop.values,
    doPosition: loop.body,
    body: convertBlock(conversion, node.body),
  };
}
