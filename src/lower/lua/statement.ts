import type * as ES from "estree";
import type * as Lua from "../../parse/lua/tree.ts";
import type { FunctionContext, Value } from "../context.ts";
import {
  array,
  assign,
  block,
  breaks,
  call,
  continues,
  declare,
  type Expression,
  element,
  evaluate,
  id,
  isSimple,
  type Location,
  labeled,
  number,
  returns,
  type Statement,
  sequence,
  spread,
  text,
  when,
} from "../es.ts";
import { environment, fixedName } from "./access.ts";
import { lowerAssignment, lowerStore } from "./assignment.ts";
import { lowerCall, lowerMethodCall } from "./call.ts";
import { leaving, lowerClose } from "./close.ts";
import {
  isMulti,
  lowerCondition,
  lowerExpression,
  lowerExpressions,
  lowerMulti,
  lowerResult,
  lowerSingles,
} from "./expression.ts";
import { lowerDouble } from "./float.ts";
import { lowerFunction } from "./function.ts";
import { lowerGoto, lowerLabelled } from "./goto.ts";
import { lowerGenericFor, lowerNumericFor, lowerRepeat, lowerWhile } from "./loop.ts";
import { operandName } from "./operand.ts";
import { hold, operate, still } from "./operate.ts";

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

const LITERALS: ReadonlySet<string> = new Set(["String", "Integer", "Float", "Nil", "Boolean"]);
const isLiteral = (expression: Lua.Expression): boolean => LITERALS.has(expression.kind);

/** `local a, b <const> = f()` */
function lowerLocalDeclaration(f: FunctionContext, node: Lua.Local): Statement[] {
  const { variables, values } = node;
  const result: Statement[] = [];
  const last = values[values.length - 1];
  const spreads = last !== undefined && isMulti(last) && values.length <= variables.length && !isSingle(node);
  const singles = (spreads ? values.slice(0, -1) : values).map((value, position) => {
    const variable = variables[position];
    return variable !== undefined && holdsDouble(f, variable, value)
      ? lowerDouble(f, value)
      : lowerExpression(f, value);
  });
  let list: string | undefined;
  const initial: Expression[] = singles.map((value) => value.js);
  if (spreads) {
    // The list is read after the values before it have run, as ES evaluates declarations in order.
    list = f.constant("list");
    const all = list;
    const { js } = lowerMulti(f, last);
    const held = singles.map((value) => (value.moves ? f.temporary() : undefined));
    held.forEach((temporary, position) => {
      if (temporary === undefined) return;
      result.push(evaluate(assign(temporary, initial[position]!)));
      initial[position] = temporary;
    });
    result.push(declare("const", [[all, js]]));
    for (let slot = singles.length; slot < variables.length; slot++) {
      initial.push(element(id(all), number(slot - singles.length)));
    }
  }
  for (const [position, variable] of variables.entries()) {
    const name = f.region.names.declare(variable.name);
    f.region.variables.set(variable, name);
    const isConstant = !f.region.scope.assigned.has(variable);
    if (singles[position]?.kind === "double") f.region.doubles.add(variable);
    else if (isConstant && !spreads) {
      const known = singles[position];
      f.region.kinds.set(variable, known?.kind ?? (values.length === 0 ? "nil" : undefined));
      if (known !== undefined && isConstantValue(known)) f.region.constants.set(variable, known);
    }
    const value = initial[position];
    result.push(
      isConstant
        ? declare("const", [
            [name, value ?? { type: "UnaryExpression", operator: "void", prefix: true, argument: number(0) }],
          ])
        : declare("let", [[name, value]]),
    );
  }
  const constant = variables[variables.length - 1]!;
  if (constant.attribute === "const" && values.length === variables.length && isLiteral(last!)) {
    f.region.literals.set(constant, last!);
  }
  for (const extra of initial.slice(variables.length)) result.push(evaluate(extra));
  return result;
}

/** True for a local that is given nothing but floats, where it gains from holding doubles; a constant stands where it is used. */
function holdsDouble(f: FunctionContext, variable: Lua.Variable, value: Lua.Expression): boolean {
  const { floats, assigned } = f.region.scope;
  if (!f.module.computesPlainly || !floats.has(variable)) return false;
  return assigned.has(variable) || (f.hot && value.kind !== "Float");
}

function isSingle(node: Lua.Local): boolean {
  return node.variables.length === node.values.length;
}

/** A number, boolean or nil: no longer than a name, and known where it is used. */
function isConstantValue({ js, kind }: Value): boolean {
  return kind === "boxed" || (kind !== "string" && isSimple(js) && js.type !== "Identifier");
}

function lowerLocalFunction(f: FunctionContext, node: Lua.LocalFunction): Statement[] {
  const name = f.region.names.declare(node.variable.name);
  f.region.variables.set(node.variable, name);
  const isConstant = !f.region.scope.assigned.has(node.variable);
  if (isConstant) {
    f.region.kinds.set(node.variable, "function");
    f.region.functions.set(node.variable, node.function);
  }
  return [declare(isConstant ? "const" : "let", [[name, lowerFunction(f.region, node.function)]])];
}

/** `global x = 1` (5.5): an initialised global must be nil before. */
function lowerGlobalDeclaration(f: FunctionContext, node: Lua.GlobalDeclaration): Statement[] {
  if (node.values === undefined) return [];
  const values = lowerAssignment(f, {
    kind: "Assignment",
    start: node.start,
    end: node.end,
    targets: node.names,
    values: node.values,
  });
  return [...node.names.map((name) => lowerUndefinedCheck(f, name)), ...values];
}

function lowerGlobalFunction(f: FunctionContext, node: Lua.GlobalFunction): Statement[] {
  const value = still(lowerFunction(f.region, node.function), "function");
  return [lowerUndefinedCheck(f, node.name), ...lowerStore(f, node.name, value, node.start)];
}

function lowerUndefinedCheck(f: FunctionContext, name: Lua.Name): Statement {
  const check = call(
    f.use("checkUndefined"),
    [environment(f, name).js, text(name.name)],
    f.region.place(name.start),
  );
  return evaluate(sequence(f.moveTo(f.region.site(name.start, [])), check));
}

/** A call whose results are dropped; a tail call that bounced off it still has to run. */
function lowerCallStatement(f: FunctionContext, node: Lua.CallStatement): Statement[] {
  const raise = lowerRaise(f, node.call);
  if (raise !== undefined) return raise;
  const { js } = lowerResult(f, node.call);
  const isDone = f.module.colours.suspendsAt(node.call) || isOfLibrary(f, node.call);
  return [evaluate(isDone ? js : dropped(f, js, f.region.place(node.call.position)))];
}

/**
 * `error(…)` in hot code: the error is made here and thrown behind the `catch` of the frame, because every exception that passes a frame
 * costs as much again.
 */
function lowerRaise(f: FunctionContext, node: Lua.Call | Lua.MethodCall): Statement[] | undefined {
  if (node.kind !== "Call" || !f.hotFunction || f.generator || f.closes > 0) return undefined;
  const { arguments: given } = node;
  if (fixedName(f, node.callee) !== "error" || given.length < 1 || given.length > 2) return undefined;
  if (given.length === 1 && isMulti(given[0]!)) return undefined;
  f.raises = true;
  const site = f.region.site(node.position, [operandName(f, node.callee)]);
  const { values } = lowerSingles(f, given);
  const made = operate(f, values, site, (parts) =>
    call(f.use("raised"), parts, f.region.place(node.position)),
  );
  return [evaluate(assign(id("raised$"), made.js)), breaks("raise$")];
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

function lowerIf(f: FunctionContext, node: Lua.If): Statement[] {
  const otherwise = node.otherwise === undefined ? undefined : block(lowerBlock(f, node.otherwise));
  const clauses = node.clauses.map((clause) => ({
    test: f.statement(() => lowerCondition(f, clause.condition).js),
    body: block(lowerBlock(f, clause.body)),
  }));
  if (clauses.length > LONGEST_ALTERNATION) return [lowerAlternatives(f, clauses, otherwise)];
  return [
    clauses.reduceRight<Statement | undefined>(
      (rest, clause) => when(clause.test, clause.body, rest),
      otherwise,
    )!,
  ];
}

/** More clauses than this and they would nest too deep for an ES parser. */
const LONGEST_ALTERNATION = 100;

/** `$if1: { if (a) { …; break $if1; } if (b) { …; break $if1; } … }` */
function lowerAlternatives(
  f: FunctionContext,
  clauses: readonly { readonly test: Expression; readonly body: ES.BlockStatement }[],
  otherwise: Statement | undefined,
): Statement {
  const label = f.constant("if");
  const alternatives = clauses.map(({ test, body }) => when(test, block([...body.body, breaks(label)])));
  return labeled(label, block([...alternatives, ...(otherwise === undefined ? [] : [otherwise])]));
}

/** Variables that are closed on the way out are so behind the last value. */
function lowerReturn(f: FunctionContext, node: Lua.Return): Statement[] {
  const statements = lowerResults(f, node);
  const last = statements[statements.length - 1]!;
  const end = (node.values[node.values.length - 1]?.end ?? node.start + 1) - 1;
  const [leave] = leaving(f, end);
  if (leave === undefined || last.type !== "ReturnStatement") return statements;
  const result = f.temporary();
  const before = evaluate(assign(result, last.argument!));
  return [...statements.slice(0, -1), before, leave, returns(result)];
}

function lowerResults(f: FunctionContext, node: Lua.Return): Statement[] {
  const { values } = node;
  const loc = f.region.location(node.start, node.end);
  if (values.length === 0) return [returns(f.use("EMPTY"), loc)];
  if (values.length > 1) {
    const { values: singles, rest } = lowerExpressions(f, values);
    const items = [...singles.map((value) => value.js), ...(rest === undefined ? [] : [spread(rest.js)])];
    return [returns(array(items), loc)];
  }
  const value = values[0]!;
  if (value.kind === "Vararg") return [returns(f.varargs, loc)];
  if (value.kind !== "Call" && value.kind !== "MethodCall")
    return [returns(lowerExpression(f, value).js, loc)];
  const self = lowerSelfCall(f, value);
  if (self !== undefined) return self;
  return [returns(lowerTail(f, value), loc)];
}

/** `return f(…)`: a tail call, unless variables have to be closed after it. */
function lowerTail(f: FunctionContext, value: Lua.Call | Lua.MethodCall): Expression {
  const isTail = f.closes === 0;
  const result = value.kind === "Call" ? lowerCall(f, value, isTail) : lowerMethodCall(f, value, isTail);
  if (isTail || f.module.colours.suspendsAt(value)) return result.js;
  return call(f.use("settle"), [result.js], f.region.place(value.position));
}

/** A function that calls itself in tail position begins anew with other parameters. */
function lowerSelfCall(f: FunctionContext, value: Lua.Call | Lua.MethodCall): Statement[] | undefined {
  if (f.selfLabel === undefined || f.closes > 0 || value.kind !== "Call" || value.callee.kind !== "Name")
    return undefined;
  const { variable } = value.callee;
  if (variable === undefined || f.region.functions.get(variable) !== f.body) return undefined;
  const last = value.arguments[value.arguments.length - 1];
  if (last !== undefined && isMulti(last)) return undefined;
  f.usesSelf = true;
  const values = value.arguments.map((argument) => lowerExpression(f, argument));
  const { before, parts } = hold(
    f,
    values.map((given) => ({ ...given, js: sequence(given.js) })),
  );
  const held = parts.map((part) =>
    part.type === "Identifier" && part.name.startsWith("$") ? part : keep(f, before, part),
  );
  const targets = f.body.parameters.map((parameter) => id(f.region.variables.get(parameter)!));
  const moves = targets.map((target, position) => assign(target, held[position] ?? id("undefined")));
  return [...before.map(evaluate), ...moves.map(evaluate), continues(f.selfLabel)];
}

/** Parameters are assigned only when all arguments have been read. */
function keep(f: FunctionContext, before: Expression[], part: Expression): Expression {
  if (part.type !== "Identifier") return part;
  const temporary = f.temporary();
  before.push(assign(temporary, part));
  return temporary;
}
