import { isMulti } from "../../parse/lua/multiple.ts";
import type * as Lua from "../../parse/lua/tree.ts";
import { bigint, boolean, call, construct, declare, element, nil, number, text } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Value } from "../value.ts";
import { lowerIndex, lowerName } from "./access.ts";
import { isArithmetic, lowerArithmetic, lowerNegation } from "./arithmetic.ts";
import { lowerCall, lowerMethodCall } from "./call.ts";
import { lowerEquality, lowerOrder } from "./comparison.ts";
import { lowerConcatenation } from "./concatenation.ts";
import { lowerFunction } from "./function.ts";
import { lowerLength } from "./length.ts";
import { lowerLogical, lowerNot } from "./logical.ts";
import { around, copied, still } from "./operate.ts";
import { lowerSingleCall, lowerSingleMethodCall } from "./single-call.ts";
import { lowerSpine } from "./spine.ts";
import { lowerTable } from "./table.ts";

type Visitors = {
  readonly [K in Lua.Expression["kind"]]: (
    f: FunctionContext,
    node: Extract<Lua.Expression, { kind: K }>,
  ) => Value;
};

/** manual §3.4: what each kind of expression becomes when one value is wanted. */
const VISITORS: Visitors = {
  Nil: () => still(nil(), "nil"),
  Boolean: (_, node) => still(boolean(node.value), "boolean"),
  Integer: (_, node) =>
    typeof node.value === "bigint" ? still(bigint(node.value)) : still(number(node.value), "integer"),
  Float: lowerFloat,
  String: (_, node) => still(text(node.value), "string"),
  Vararg: (f) => still(element(f.varargs, number(0))),
  Function: (f, node) => still(lowerFunction(f.region, node), "function"),
  Name: lowerName,
  Index: lowerIndex,
  Call: lowerSingleCall,
  MethodCall: lowerSingleMethodCall,
  Binary: lowerBinary,
  Logical: lowerLogical,
  Unary: lowerUnary,
  Table: lowerTable,
  Parenthesized: (f, node) => lowerExpression(f, node.expression),
};

/** An expression as one ES value. */
export function lowerExpression(f: FunctionContext, node: Lua.Expression): Value {
  const visit = VISITORS[node.kind] as (f: FunctionContext, node: Lua.Expression) => Value;
  return f.lowered.get(node) ?? lowerSpine(f, node, (whole) => visit(f, whole));
}

/** Several expressions as the elements of an argument list or array: the last call or `...` gives all its values. */
export function lowerExpressions(f: FunctionContext, nodes: readonly Lua.Expression[]): Values {
  const last = nodes[nodes.length - 1];
  if (last === undefined || !isMulti(last)) return lowerSingles(f, nodes);
  return {
    values: copied(nodes.slice(0, -1).map((node) => lowerExpression(f, node))),
    rest: lowerMulti(f, last),
  };
}

/** Several expressions of which each gives one value. */
export function lowerSingles(f: FunctionContext, nodes: readonly Lua.Expression[]): Values {
  return { values: copied(nodes.map((node) => lowerExpression(f, node))), rest: undefined };
}

/** Single values, then an ES array of further ones. */
export interface Values {
  readonly values: readonly Value[];
  readonly rest: Value | undefined;
}

/** All values of a call or `...` as an ES array. */
export function lowerMulti(f: FunctionContext, node: Lua.Expression): Value {
  if (node.kind === "Vararg") return still(f.varargs);
  const result = f.region.nested(() => lowerResult(f, node as Lua.Call | Lua.MethodCall));
  const { position } = node as Lua.Call | Lua.MethodCall;
  const loc = f.region.place(position);
  const js = around(f, result.js, (last) => call(f.use("list"), [last], loc));
  return { js, moves: true, kind: undefined, result: result.js };
}

/** A call's result as the runtime gives it: a plain value or an array. */
export function lowerResult(f: FunctionContext, node: Lua.Call | Lua.MethodCall): Value {
  return node.kind === "Call" ? lowerCall(f, node) : lowerMethodCall(f, node);
}

function lowerFloat(f: FunctionContext, node: Lua.Float): Value {
  const { value } = node;
  if (!Number.isSafeInteger(value)) return still(number(value), Number.isFinite(value) ? "float" : undefined);
  const key = Object.is(value, -0) ? "-0" : String(value);
  const constant = f.module.shared("float", key, (name) =>
    declare("const", [[name, construct(f.use("LuaFloat"), [number(value)])]]),
  );
  return { js: constant, moves: false, kind: "boxed", double: value, stable: true };
}

function lowerBinary(f: FunctionContext, node: Lua.Binary): Value {
  if (isArithmetic(node.operator)) return lowerArithmetic(f, node);
  if (node.operator === "==" || node.operator === "~=") return lowerEquality(f, node);
  return node.operator === ".." ? lowerConcatenation(f, node) : lowerOrder(f, node);
}

function lowerUnary(f: FunctionContext, node: Lua.Unary): Value {
  if (node.operator === "not") return lowerNot(f, node);
  const literal = node.operator === "-" ? negativeLiteral(node.operand) : undefined;
  if (literal !== undefined) return lowerExpression(f, literal);
  return node.operator === "#" ? lowerLength(f, node) : lowerNegation(f, node);
}

/** `-1` and `-1.5` are constants. */
function negativeLiteral(node: Lua.Expression): Lua.Expression | undefined {
  if (node.kind === "Float") return { ...node, value: -node.value };
  if (node.kind === "Integer" && typeof node.value === "number") return { ...node, value: 0 - node.value };
  return undefined;
}
