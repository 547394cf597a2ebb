import type { Binary } from "../../parse/lua/tree.ts";
import {
  binary,
  call,
  conditional,
  delegate,
  type Expression,
  id,
  logical,
  sequence,
  text,
  unary,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Kind, Value } from "../value.ts";
import { lowerExpression } from "./expression.ts";
import { isWhole } from "./fast-path.ts";
import { doubleOf, lowerOperand, luaValue } from "./float.ts";
import { hold, operate } from "./operate.ts";

const ORDER = {
  "<": { name: "lt", steps: "ltSteps", swapped: false },
  "<=": { name: "le", steps: "leSteps", swapped: false },
  ">": { name: "gt", steps: "ltSteps", swapped: true },
  ">=": { name: "ge", steps: "leSteps", swapped: true },
} as const;

/** `a < b` and its like, manual §3.4.4; the value is an ES boolean. */
export function lowerOrder(f: FunctionContext, node: Binary): Value {
  const operator = node.operator as keyof typeof ORDER;
  const { name, steps, swapped } = ORDER[operator];
  const suspends = f.module.colours.suspendsAt(node);
  const operands = suspends
    ? ([lowerExpression(f, node.left), lowerExpression(f, node.right)] as const)
    : ([lowerOperand(f, node.left), lowerOperand(f, node.right)] as const);
  // C Lua notes the line only once it has read the second operand.
  const site = f.region.site(node.end - 1, []);
  if (suspends) {
    const { before, parts } = hold(f, operands);
    const [a, b] = swapped ? [parts[1]!, parts[0]!] : [parts[0]!, parts[1]!];
    const loc = f.region.place(node.end - 1);
    const js = sequence(...before, f.moveTo(site), delegate(call(f.use(steps), [id("vm"), a, b], loc)));
    return { js, moves: true, kind: "boolean" };
  }
  const loc = f.region.place(node.end - 1);
  if (isNumeric(operands[0].kind) && isNumeric(operands[1].kind)) {
    const { before, parts } = operands[1].moves
      ? hold(f, operands)
      : { before: [], parts: operands.map(({ js }) => js) };
    const js = sequence(
      ...before,
      binary(
        operator,
        doubleOf({ ...operands[0], js: parts[0]! }),
        doubleOf({ ...operands[1], js: parts[1]! }),
      ),
    );
    return { js, moves: operands.some((operand) => operand.moves), kind: "boolean" };
  }
  if (!f.hot || operands.some((operand) => operand.kind === "string")) {
    const values = operands.map((value) => luaValue(f, value));
    return operate(f, values, site, ([a, b]) => call(f.use(name), [id("vm"), a!, b!], loc), "boolean");
  }
  const { before, parts } = hold(f, operands);
  const values = operands.map((operand, place) => ({ ...operand, js: parts[place]! }));
  const [a, b] = values.map((value) => luaValue(f, value).js) as [Expression, Expression];
  const [x, y] = values.map(doubleOf) as [Expression, Expression];
  const numbers = operands.flatMap((operand, position) =>
    isNumeric(operand.kind) ? [] : [isNumber(parts[position]!)],
  );
  const slow = sequence(f.moveTo(site), call(f.use(name), [id("vm"), a, b], loc));
  const js = conditional(logical("&&", ...numbers), binary(operator, x, y), slow);
  return { js: sequence(...before, js), moves: true, kind: "boolean" };
}

/** `a == b`, `a ~= b`. */
export function lowerEquality(f: FunctionContext, node: Binary): Value {
  const operands = [lowerExpression(f, node.left), lowerExpression(f, node.right)] as const;
  const isEqual = node.operator === "==";
  const moves = operands.some((operand) => operand.moves);
  const areWhole = operands.every((operand) => isWhole(operand.kind));
  if (areWhole || operands.some(isPlain)) {
    const js = binary(isEqual ? "===" : "!==", operands[0].js, operands[1].js);
    return { js, moves, kind: "boolean" };
  }
  // C Lua notes the line only once it has read the second operand.
  const site = f.region.site(node.end - 1, []);
  const negated = (js: Expression) => (isEqual ? js : unary("!", js));
  if (f.module.colours.suspendsAt(node)) {
    const loc = f.region.place(node.end - 1);
    return operate(
      f,
      operands,
      site,
      ([a, b]) => negated(delegate(call(f.use("eqSteps"), [id("vm"), a!, b!], loc))),
      "boolean",
    );
  }
  const loc = f.region.place(node.end - 1);
  if (!f.hot) {
    return operate(
      f,
      operands,
      site,
      ([a, b]) => negated(call(f.use("eq"), [id("vm"), a!, b!], loc)),
      "boolean",
    );
  }
  const { before, parts } = hold(f, operands);
  const [a, b] = parts as [Expression, Expression];
  const slow = sequence(f.moveTo(site), call(f.use("eq"), [id("vm"), a, b], loc));
  const test = binary("===", doubleOf({ ...operands[0], js: a }), doubleOf({ ...operands[1], js: b }));
  // What is equal may be two long strings, unless one of the two is surely no string.
  const equal = operands.every(({ kind }) => kind === undefined || kind === "string")
    ? conditional(test, call(f.use("same"), [id("vm"), a], loc), slow)
    : logical("||", test, slow);
  return { js: sequence(...before, negated(equal)), moves: true, kind: "boolean" };
}

/** Values that ES orders as Lua does. */
const isNumeric = (kind: Kind) => isWhole(kind) || kind === "float" || kind === "boxed" || kind === "double";
const isNumber = (e: Expression) => binary("===", unary("typeof", e), text("number"));

/** Values that are equal to nothing but themselves, and quick to compare: a string only if it stands in the text. */
const isPlain = ({ js, kind }: Value) =>
  kind === "string" ? js.type === "Literal" : kind === "boolean" || kind === "nil" || kind === "function";
