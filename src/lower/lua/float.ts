import { givesFloat } from "../../parse/lua/float.ts";
import type { Binary, Expression as LuaExpression, Name, Unary, Variable } from "../../parse/lua/tree.ts";
import { binary, call, conditional, type Expression, id, logical, number, sequence, unary } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Value } from "../value.ts";
import { lowerLocal } from "./access.ts";
import { OPERATORS } from "./arithmetic.ts";
import { lowerExpression } from "./expression.ts";
import { isKnownNumber, isNumber } from "./fast-path.ts";
import { lowerDoubles } from "./fused.ts";
import { operandName } from "./operand.ts";
import { hold, operate, still } from "./operate.ts";
import { isCut } from "./spine.ts";

/*
 * Expressions that can only give floats are computed as doubles, which no operation in between boxes. A local whose every value is such a
 * float holds the double itself; wherever it is used as a value it is boxed.
 */

/** True when an expression is a float whose double `lowerDouble` can give without a box. */
function isDouble(f: FunctionContext, node: LuaExpression): boolean {
  return f.module.computesPlainly && !f.lowered.has(node) && givesFloat(node, holdsDouble(f));
}

/** The local of a name when it holds a double. */
export function isDoubleLocal(f: FunctionContext, { variable }: Name): boolean {
  return variable !== undefined && f.region.doubles.has(variable);
}

/** Tells of a local whether it holds a double. */
export const holdsDouble = (f: FunctionContext) => (variable: Variable) => f.region.doubles.has(variable);

/** A double as a Lua float. */
export function boxed(f: FunctionContext, { js, moves }: Value): Value {
  return { js: call(f.use("float"), [js]), moves, kind: undefined };
}

/** An operand of numbers: a double where it is one. */
export const lowerOperand = (f: FunctionContext, node: LuaExpression): Value =>
  isDouble(f, node) ? lowerDouble(f, node) : lowerExpression(f, node);

/** An operand as a Lua value. */
export const luaValue = (f: FunctionContext, value: Value): Value =>
  value.kind === "double" ? boxed(f, value) : value;

/** The value of a local that is a float or holds one, as a double. */
export function lowerDouble(f: FunctionContext, node: LuaExpression): Value {
  if (f.lowered.has(node) || isCut(f, node)) return unboxed(f, lowerExpression(f, node));
  switch (node.kind) {
    case "Parenthesized":
      return lowerDouble(f, node.expression);
    case "Float":
      return still(number(node.value), "double");
    case "Integer":
      return still(number(Number(node.value)), "double");
    case "Name":
      if (!isDoubleLocal(f, node)) break;
      return doubleLocal(f, node);
    case "Unary":
      if (node.operator !== "-" || !isDouble(f, node.operand)) break;
      return negated(f, node);
    case "Binary":
      if (!isDouble(f, node)) break;
      return lowerDoubles(f, node, true) ?? lowerOperation(f, node);
  }
  return unboxed(f, lowerExpression(f, node));
}

/** An operation as a Lua value, where it gains from being computed in doubles. */
export function lowerFloat(f: FunctionContext, node: Binary): Value | undefined {
  const isFloat = isDouble(f, node);
  if (!f.hot && !(isFloat && readsDouble(f, node))) return undefined;
  const value = lowerDoubles(f, node, false);
  if (value !== undefined) return value;
  return isFloat && readsDouble(f, node) ? boxed(f, lowerOperation(f, node)) : undefined;
}

/** True when an operand is a local that holds a double. */
function readsDouble(f: FunctionContext, node: LuaExpression, depth = 64): boolean {
  if (depth === 0) return false;
  if (node.kind === "Name") return isDoubleLocal(f, node);
  if (node.kind === "Parenthesized") return readsDouble(f, node.expression, depth - 1);
  if (node.kind === "Unary") return readsDouble(f, node.operand, depth - 1);
  if (node.kind !== "Binary") return false;
  return readsDouble(f, node.right, depth - 1) || readsDouble(f, node.left, depth - 1);
}

function doubleLocal(f: FunctionContext, node: Name): Value {
  const variable = node.variable!;
  const { assigned, captured } = f.region.scope;
  const register = variable.owner === f.body && assigned.has(variable) && captured.has(variable);
  return { js: lowerLocal(f, node), moves: false, kind: "double", register, stable: !assigned.has(variable) };
}

function negated(f: FunctionContext, node: Unary): Value {
  const operand = lowerDouble(f, node.operand);
  return { js: unary("-", operand.js), moves: operand.moves, kind: "double" };
}

function unboxed(f: FunctionContext, { js, moves, double }: Value): Value {
  if (double !== undefined) return still(number(double), "double");
  return { js: toDouble(f, js), moves, kind: "double" };
}

/** The plus tells engines that it is a number, so that a local which holds doubles is never boxed. */
export const toDouble = (f: FunctionContext, js: Expression): Expression =>
  unary("+", call(f.use("toDouble"), [js]));

/** One operation, of which at least one operand is a double. */
function lowerOperation(f: FunctionContext, node: Binary): Value {
  const operands = [node.left, node.right].map((side) => lowerOperand(f, side));
  const tested = operands.filter(({ kind }) => !isDirect(kind));
  const late = operands[0]!.register && operands[1]!.moves;
  if (tested.length === 0 && !late && !(operands[1]!.moves && operands[0]!.js.type === "Identifier")) {
    const js = binary(node.operator as "+", doubleOf(operands[0]!), doubleOf(operands[1]!));
    return { js, moves: operands.some(({ moves }) => moves), kind: "double" };
  }
  const { before, parts } = hold(f, operands);
  const values = operands.map((value, place) => ({ ...value, js: parts[place]!, moves: false }));
  const fast = binary(node.operator as "+", doubleOf(values[0]!), doubleOf(values[1]!));
  const tests = values.filter(({ kind }) => !isDirect(kind)).map(({ js }) => isNumber(js));
  const slow = toDouble(f, step(f, node, values[0]!, values[1]!).js);
  const js = tests.length === 0 ? fast : conditional(logical("&&", ...tests), fast, slow);
  return { js: sequence(...before, js), moves: true, kind: "double" };
}

/** Kinds that are numbers of ES for sure. */
export const isDirect = (kind: Value["kind"]): boolean => kind === "double" || isKnownNumber(kind);

/** The number in a constant float, else what stands for the operand. */
export const doubleOf = ({ js, double }: Pick<Value, "js" | "double">): Expression =>
  double === undefined ? js : number(double);

/** The operation as the runtime has it for any operands. */
export function step(f: FunctionContext, node: Binary, left: Value, right: Value): Value {
  const { operator, position } = node;
  const site = f.region.site(position, [operandName(f, node.left), operandName(f, node.right)]);
  const loc = f.region.location(position, position + operator.length);
  const operands = [left, right].map((value) => luaValue(f, value));
  return operate(f, operands, site, ([a, b]) => call(f.use(OPERATORS[operator]!), [id("vm"), a!, b!], loc));
}
