import type * as Lua from "../../parse/lua/tree.ts";
import {
  block,
  breaks,
  call,
  type Expression,
  evaluate,
  type Location,
  type Statement,
  sequence,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import { fixedName } from "./access.ts";
import { lowerAssignment, lowerStore } from "./assignment.ts";
import { leaving, lowerClose } from "./close.ts";
import { lowerResult } from "./expression.ts";
import { lowerFunction } from "./function.ts";
import { lowerGenericFor } from "./generic-for.ts";
import { lowerGlobalDeclaration, lowerGlobalFunction } from "./global.ts";
import { lowerGoto, lowerLabelled } from "./goto.ts";
import { lowerIf } from "./if.ts";
import { lowerLocalDeclaration, lowerLocalFunction } from "./local.ts";
import { lowerRepeat, lowerWhile } from "./loop.ts";
import { lowerNumericFor } from "./numeric-for.ts";
import { still } from "./operate.ts";
import { lowerRaise } from "./raise.ts";
import { lowerReturn } from "./return.ts";

type Visitors = {
  readonly [K in Lua.Statement["kind"]]: (
    f: FunctionContext,
    node: Extract<Lua.Statement, { kind: K }>,
  ) => Statement[];
};

/** manual §3.3: what each kind of statement becomes. */
const VISITORS: Visitors = {
  Local: lowerLocalDeclaration,
  LocalFunction: lowerLocalFunction,
  GlobalDeclaration: lowerGlobalDeclaration,
  GlobalFunction: lowerGlobalFunction,
  Assignment: lowerAssignment,
  FunctionDeclaration: (f, node) =>
    lowerStore(f, node.target, still(lowerFunction(f.region, node.function), "function"), node.start),
  CallStatement: lowerCallStatement,
  Do: lowerDo,
  While: lowerWhile,
  Repeat: lowerRepeat,
  If: lowerIf,
  NumericFor: lowerNumericFor,
  GenericFor: lowerGenericFor,
  Return: lowerReturn,
  Break: (f, node) => [...leaving(f, node.end - 1), breaks(f.breakTarget?.use())],
  Goto: lowerGoto,
  Label: () => [],
};

/** The statements of a Lua block, in a scope of their own. */
export function lowerBlock(f: FunctionContext, statements: Lua.Block): Statement[] {
  return f.region.names.scope(() => lowerLabelled(f, statements));
}

/** `do … end`, or what follows a to-be-closed variable. */
function lowerDo(f: FunctionContext, node: Lua.Do): Statement[] {
  const closing = f.closing.get(node);
  return closing === undefined
    ? [block(lowerBlock(f, node.body))]
    : lowerClose(f, closing.local, node.body, closing.after, closing.end);
}

/** Statements in order, without labels that are jumped to. */
export function lowerSequence(f: FunctionContext, statements: Lua.Block): Statement[] {
  return statements.flatMap((statement) => lowerStatement(f, statement));
}

function lowerStatement(f: FunctionContext, statement: Lua.Statement): Statement[] {
  return f.statement(() =>
    (VISITORS[statement.kind] as (f: FunctionContext, node: Lua.Statement) => Statement[])(f, statement),
  );
}

/** A call whose results are dropped; a tail call that bounced off it still has to run. */
function lowerCallStatement(f: FunctionContext, node: Lua.CallStatement): Statement[] {
  const raise = lowerRaise(f, node.call);
  if (raise !== undefined) return raise;
  const { js } = lowerResult(f, node.call);
  const isDone = f.module.colours.suspendsAt(node.call) || isOfLibrary(f, node.call);
  return [evaluate(isDone ? js : dropped(f, js, f.region.place(node.call.position)))];
}

/** True for a call of a library function: none makes tail calls. */
function isOfLibrary(f: FunctionContext, node: Lua.Call | Lua.MethodCall): boolean {
  return node.kind === "Call" && fixedName(f, node.callee) !== undefined;
}

function dropped(f: FunctionContext, js: Expression, loc: Location): Expression {
  if (js.type !== "SequenceExpression") return call(f.use("settle"), [js], loc);
  const { expressions } = js;
  const result = expressions[expressions.length - 1]!;
  return sequence(...expressions.slice(0, -1), call(f.use("settle"), [result], loc));
}
