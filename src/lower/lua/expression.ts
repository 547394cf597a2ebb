import type * as Lua from "../../parse/lua/tree.ts";
import type { FunctionContext, Kind, Value } from "../context.ts";
import {
  assign,
  bigint,
  binary,
  boolean,
  call,
  conditional,
  construct,
  declare,
  delegate,
  type Expression,
  element,
  id,
  isSimple,
  logical,
  member,
  nil,
  number,
  sequence,
  text,
  unary,
} from "../es.ts";
import { fixedName, lowerIndex, lowerName } from "./access.ts";
import { isArithmetic, lowerArithmetic, lowerNegation } from "./arithmetic.ts";
import { lowerCall, lowerCallee, lowerMethodCall } from "./call.ts";
import { lowerEquality, lowerOrder } from "./comparison.ts";
import { lowerFunction } from "./function.ts";
import { operandName } from "./operand.ts";
import { around, copied, hold, operate, still } from "./operate.ts";
import { isCut, lowerSpine } from "./spine.ts";
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
  Index: (f, node) => lowerIndex(f, node),
  Call: (f, node) =>
    lowerSelect(f, node) ?? lowerSingleCall(f, node) ?? firstOf(f, lowerCall(f, node), node.position),
  MethodCall: (f, node) => firstOf(f, lowerMethodCall(f, node), node.position),
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
  return { js, moves: true, kind: undefined };
}

/** A call's result as the runtime gives it: a plain value or an array. */
export function lowerResult(f: FunctionContext, node: Lua.Call | Lua.MethodCall): Value {
  return node.kind === "Call" ? lowerCall(f, node) : lowerMethodCall(f, node);
}

/** True for an expression that can give any number of values. */
export function isMulti(node: Lua.Expression): boolean {
  return node.kind === "Call" || node.kind === "MethodCall" || node.kind === "Vararg";
}

/** `select(n, ...)` where one value is wanted: it is read where it stands, unless the name turns out to mean something else. */
function lowerSelect(f: FunctionContext, node: Lua.Call): Value | undefined {
  const { callee, arguments: given } = node;
  if (callee.kind !== "Name" || callee.variable !== undefined || callee.name !== "select" || !f.hot)
    return undefined;
  if (given.length !== 2 || given[1]!.kind !== "Vararg" || f.module.colours.suspendsAt(node))
    return undefined;
  const site = f.region.site(node.position, [operandName(f, callee)]);
  const loc = f.region.location(node.start, node.end);
  const operands = [lowerCallee(f, callee, site, loc), lowerExpression(f, given[0]!)];
  return operate(f, operands, site, ([select, position]) =>
    call(f.use("selectOne"), [select!, position!, f.varargs], loc),
  );
}

/** Library functions that give one value, and its kind where it is always the same. */
const SINGLE: Readonly<Record<string, Kind>> = {
  getmetatable: undefined,
  "math.abs": undefined,
  "math.ceil": undefined,
  "math.floor": undefined,
  "math.fmod": undefined,
  "math.max": undefined,
  "math.min": undefined,
  "math.random": undefined,
  "math.sqrt": undefined,
  "math.tointeger": undefined,
  "math.type": undefined,
  setmetatable: undefined,
  "string.char": "string",
  "string.format": "string",
  "string.len": "integer",
  "string.lower": "string",
  "string.rep": "string",
  "string.reverse": "string",
  "string.sub": "string",
  "string.upper": "string",
  "table.concat": "string",
  tonumber: undefined,
  tostring: "string",
  type: "string",
};

/** The value of a call of a library function that gives just one; undefined for any other call. */
function lowerSingleCall(f: FunctionContext, node: Lua.Call): Value | undefined {
  const name = fixedName(f, node.callee);
  if (name === undefined || !Object.hasOwn(SINGLE, name) || f.module.colours.suspendsAt(node))
    return undefined;
  return { ...lowerCall(f, node), kind: SINGLE[name] };
}

function firstOf(f: FunctionContext, result: Value, position: number): Value {
  const loc = f.region.place(position);
  if (!f.hot) {
    const js = around(f, result.js, (last) => call(f.use("first"), [last], loc));
    return { js, moves: true, kind: undefined };
  }
  const held = f.temporary();
  const js = around(f, result.js, (last) => {
    const test = binary("instanceof", assign(held, last), id("Array"));
    return conditional(test, call(f.use("first"), [held], loc), held);
  });
  return { js, moves: true, kind: undefined };
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
  if (node.operator !== "..") return lowerOrder(f, node);
  const operands = copied([lowerExpression(f, node.left), lowerExpression(f, node.right)]);
  const site = f.region.site(lastConcatenation(node), [operandName(f, node.left), joinedName(f, node.right)]);
  const loc = f.region.place(lastConcatenation(node));
  return operate(f, operands, site, ([a, b]) =>
    f.module.colours.suspendsAt(node)
      ? delegate(call(f.use("concatSteps"), [id("vm"), a!, b!], loc))
      : call(f.use("concat"), [id("vm"), a!, b!], loc),
  );
}

/** How a message names the second operand of `a .. b`; C Lua puts what `b .. c` gives in the place of b. */
function joinedName(f: FunctionContext, node: Lua.Expression): string | undefined {
  return operandName(f, node.kind === "Binary" && node.operator === ".." ? node.left : node);
}

/** Where an error of `a .. b .. c` is reported: one instruction joins them all, at the last operator. */
function lastConcatenation({ right, position }: Lua.Binary): number {
  return right.kind === "Binary" && right.operator === ".." ? lastConcatenation(right) : position;
}

function lowerLogical(f: FunctionContext, node: Lua.Logical): Value {
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

function lowerUnary(f: FunctionContext, node: Lua.Unary): Value {
  if (node.operator === "not") {
    const operand = lowerCondition(f, node.operand);
    return { js: negate(operand.js), moves: operand.moves, kind: "boolean" };
  }
  const literal = node.operator === "-" ? negativeLiteral(node.operand) : undefined;
  if (literal !== undefined) return lowerExpression(f, literal);
  if (node.operator !== "#") return lowerNegation(f, node);
  return lowerLength(f, node);
}

/** `-1` and `-1.5` are constants. */
function negativeLiteral(node: Lua.Expression): Lua.Expression | undefined {
  if (node.kind === "Float") return { ...node, value: -node.value };
  if (node.kind === "Integer" && typeof node.value === "number") return { ...node, value: 0 - node.value };
  return undefined;
}

/** `#operand`; in hot code the border of a list without metatable is read in place. */
function lowerLength(f: FunctionContext, node: Lua.Unary): Value {
  const operand = lowerExpression(f, node.operand);
  const site = f.region.site(node.position, [operandName(f, node.operand)]);
  const loc = f.region.location(node.position, node.position + 1);
  if (f.module.colours.suspendsAt(node)) {
    return operate(f, [operand], site, ([a]) => delegate(call(f.use("lenSteps"), [id("vm"), a!], loc)));
  }
  if (!f.hot) return operate(f, [operand], site, ([a]) => call(f.use("len"), [id("vm"), a!], loc));
  const { before, parts } = hold(f, [operand]);
  const a = parts[0]!;
  const test = logical(
    "&&",
    binary("instanceof", a, f.use("LuaTable")),
    binary("===", member(a, "mt"), nil()),
    binary("===", member(a, "rest"), nil()),
  );
  const fast = binary("-", member(member(a, "arr"), "length"), number(1));
  const slow = sequence(f.moveTo(site), call(f.use("len"), [id("vm"), a], loc));
  return { js: sequence(...before, conditional(test, fast, slow)), moves: true, kind: undefined };
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

function negate(js: Expression): Expression {
  return js.type === "UnaryExpression" && js.operator === "!" ? js.argument : unary("!", js);
}
