import type { Binary, Unary } from "../../parse/lua/tree.ts";
import type { FunctionContext, Kind, Value } from "../context.ts";
import {
  assign,
  binary,
  boolean,
  call,
  conditional,
  delegate,
  type Expression,
  id,
  logical,
  member,
  number,
  sequence,
  text,
  unary,
} from "../es.ts";
import type { RuntimeName } from "../imports.ts";
import { lowerExpression } from "./expression.ts";
import { lowerFloat } from "./float.ts";
import { operandName } from "./operand.ts";
import { hold, operate, still } from "./operate.ts";

interface Operator {
  /** The runtime function, and the event of its metamethod. */
  readonly name: RuntimeName;
  readonly event: string;
  /** The fast path for two numbers in hot code: undefined where there is none worth its size. */
  readonly inline?: (fast: FastPath) => Expression | undefined;
}

/** What an inlined operation is made of; `result` is a temporary for the value. */
interface FastPath {
  readonly a: Expression;
  readonly b: Expression;
  readonly kinds: readonly [Kind, Kind];
  readonly result: () => Expression & { type: "Identifier" };
  readonly slow: () => Expression;
}

/** manual §3.4.1, §3.4.2, §3.4.6 */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  "+": { name: "add", event: "__add", inline: (fast) => sum(fast, "+") },
  "-": { name: "sub", event: "__sub", inline: (fast) => sum(fast, "-") },
  "*": { name: "mul", event: "__mul", inline: product },
  "/": { name: "div", event: "__div", inline: quotient },
  "//": { name: "idiv", event: "__idiv", inline: floorQuotient },
  "%": { name: "mod", event: "__mod", inline: remainder },
  "^": { name: "pow", event: "__pow" },
  "&": { name: "band", event: "__band", inline: (fast) => bitwise(fast, "&") },
  "|": { name: "bor", event: "__bor", inline: (fast) => bitwise(fast, "|") },
  "~": { name: "bxor", event: "__bxor", inline: (fast) => bitwise(fast, "^") },
  "<<": { name: "shl", event: "__shl", inline: shiftLeft },
  ">>": { name: "shr", event: "__shr", inline: shiftRight },
};

/** True for the operators that this file lowers. */
export function isArithmetic(operator: string): boolean {
  return operator in OPERATORS;
}

/** `a + b` and its like. */
export function lowerArithmetic(f: FunctionContext, node: Binary): Value {
  const fused = lowerFloat(f, node);
  if (fused !== undefined) return fused;
  const operator = OPERATORS[node.operator]!;
  const operands = [lowerExpression(f, node.left), lowerExpression(f, node.right)] as const;
  const site = f.region.site(node.position, [operandName(f, node.left), operandName(f, node.right)]);
  if (f.module.colours.suspendsAt(node)) {
    return operate(f, operands, site, ([a, b]) =>
      delegate(
        call(
          f.use("arithmeticSteps"),
          [id("vm"), text(operator.event), a!, b!],
          f.region.place(node.position),
        ),
      ),
    );
  }
  const exact = exactSum(node.operator, operands);
  if (exact !== undefined) return exact;
  const next = nextSlot(f, node, operands, site);
  if (next !== undefined) return next;
  const inlined =
    f.hot && operator.inline !== undefined ? inline(f, operator, operands, site, node) : undefined;
  if (inlined !== undefined) return inlined;
  const loc = f.region.location(node.position, node.position + node.operator.length);
  return operate(f, operands, site, ([a, b]) => call(f.use(operator.name), [id("vm"), a!, b!], loc));
}

/** `-a` and `~a`. */
export function lowerNegation(f: FunctionContext, node: Unary): Value {
  const operand = lowerExpression(f, node.operand);
  const site = f.region.site(node.position, [operandName(f, node.operand)]);
  const [name, event] = node.operator === "-" ? (["unm", "__unm"] as const) : (["bnot", "__bnot"] as const);
  if (f.module.colours.suspendsAt(node)) {
    return operate(f, [operand], site, ([a]) =>
      delegate(call(f.use("unarySteps"), [id("vm"), text(event), a!], f.region.place(node.position))),
    );
  }
  const loc = f.region.location(node.position, node.position + 1);
  if (!f.hot) return operate(f, [operand], site, ([a]) => call(f.use(name), [id("vm"), a!], loc));
  const { before, parts } = hold(f, [operand]);
  const a = parts[0]!;
  const slow = sequence(f.moveTo(site), call(f.use(name), [id("vm"), a], loc));
  const test =
    name === "unm"
      ? logical("&&", isNumber(a), binary("!==", a, number(0)))
      : logical("&&", isNumber(a), isInt32(a));
  const fast = unary(node.operator as "-" | "~", a);
  return { js: sequence(...before, conditional(test, fast, slow)), moves: true, kind: undefined };
}

/** `#list + 1` in hot code, where the next element goes: read in place for a plain list. */
function nextSlot(
  f: FunctionContext,
  node: Binary,
  operands: readonly [Value, Value],
  site: number,
): Value | undefined {
  const { left, right } = node;
  const isNext =
    node.operator === "+" && left.kind === "Unary" && left.operator === "#" && right.kind === "Integer";
  if (!f.hot || !isNext || right.value !== 1) return undefined;
  const { js } = operands[0];
  const test = js.type === "SequenceExpression" ? undefined : js;
  if (test?.type !== "ConditionalExpression" || test.consequent.type !== "BinaryExpression") return undefined;
  const loc = f.region.location(node.position, node.position + 1);
  const length = f.temporary();
  const slow = sequence(
    assign(length, test.alternate as Expression),
    f.moveTo(site),
    call(f.use("add"), [id("vm"), length, number(1)], loc),
  );
  return {
    js: conditional(test.test as Expression, test.consequent.left as Expression, slow),
    moves: true,
    kind: "slot",
  };
}

/** A loop counter plus or minus a small literal, or another counter: no check can fail. */
function exactSum(operator: string, [a, b]: readonly [Value, Value]): Value | undefined {
  if (operator !== "+" && operator !== "-") return undefined;
  const small = (value: Value) => value.kind === "index" || isSmallLiteral(value);
  if (a.moves || b.moves || !small(a) || !small(b) || (isSmallLiteral(a) && isSmallLiteral(b)))
    return undefined;
  const kind = isSmallLiteral(a) || isSmallLiteral(b) ? "index" : "integer";
  return still(binary(operator, a.js, b.js), kind);
}

function isSmallLiteral(value: Value): boolean {
  return value.kind === "integer" && value.js.type === "Literal" && (value.js.value as number) < 2 ** 31;
}

function inline(
  f: FunctionContext,
  operator: Operator,
  operands: readonly [Value, Value],
  site: number,
  node: Binary,
): Value | undefined {
  const [left, right] = operands;
  if (isNoNumber(left.kind) || isNoNumber(right.kind)) return undefined;
  const { before, parts } = hold(f, operands);
  const [a, b] = parts as [Expression, Expression];
  const fast = (value: Value, js: Expression) => (value.double === undefined ? js : number(value.double));
  const loc = f.region.location(node.position, node.position + node.operator.length);
  let result: (Expression & { type: "Identifier" }) | undefined;
  const js = operator.inline!({
    a: fast(left, a),
    b: fast(right, b),
    kinds: [left.kind, right.kind],
    result: () => (result ??= f.temporary()),
    slow: () => sequence(f.moveTo(site), call(f.use(operator.name), [id("vm"), a, b], loc)),
  });
  return js === undefined ? undefined : { js: sequence(...before, js), moves: true, kind: undefined };
}

export const isNoNumber = (kind: Kind) =>
  kind === "string" || kind === "boolean" || kind === "nil" || kind === "table" || kind === "function";

export const isNumber = (e: Expression): Expression => binary("===", unary("typeof", e), text("number"));
const isInt32 = (e: Expression): Expression => binary("===", binary("|", e, number(0)), e);
const isFloat = (kind: Kind) => kind === "float" || kind === "boxed";
export const isKnownNumber = (kind: Kind) => kind === "integer" || kind === "index" || isFloat(kind);
const isKnownInteger = (kind: Kind) => kind === "integer" || kind === "index";

/** `typeof a === "number" && typeof b === "number"`, without what is known; undefined when all is. */
function areNumbers({ a, b, kinds }: FastPath): Expression[] {
  const right = isKnownNumber(kinds[1]) || isSame(a, b) ? [] : [isNumber(b)];
  return isKnownNumber(kinds[0]) ? right : [isNumber(a), ...right];
}

/** `x * x` is checked once. */
const isSame = (a: Expression, b: Expression) =>
  a.type === "Identifier" && b.type === "Identifier" && a.name === b.name;

function areInt32({ a, b, kinds }: FastPath): Expression[] {
  const literal = (e: Expression, kind: Kind) =>
    isKnownInteger(kind) && e.type === "Literal" && (e.value as number) < 2 ** 31;
  const right = literal(b, kinds[1]) || isSame(a, b) ? [] : [isInt32(b)];
  return literal(a, kinds[0]) ? right : [isInt32(a), ...right];
}

const conjunction = (tests: readonly Expression[]): Expression =>
  tests.length === 0 ? boolean(true) : logical("&&", ...tests);

const floored = (e: Expression): Expression => call(member(id("Math"), "floor"), [e]);

/** True when the value has a fraction: then it is a float whatever the operands were. */
export function hasFraction(value: Expression, result: Expression & { type: "Identifier" }): Expression {
  return binary("!==", assign(result, value), floored(result));
}

function sum(fast: FastPath, operator: "+" | "-"): Expression {
  const result = fast.result();
  const fraction = hasFraction(binary(operator, fast.a, fast.b), result);
  const isExact = fast.kinds.some(isFloat) ? fraction : logical("||", fraction, conjunction(areInt32(fast)));
  return conditional(logical("&&", ...areNumbers(fast), isExact), result, fast.slow());
}

function product(fast: FastPath): Expression {
  const result = fast.result();
  const fraction = hasFraction(binary("*", fast.a, fast.b), result);
  if (fast.kinds.some(isFloat))
    return conditional(logical("&&", ...areNumbers(fast), fraction), result, fast.slow());
  const isExact = logical("||", fraction, logical("&&", ...areInt32(fast), isInt32(result)));
  // The product of 0 and a negative integer is -0 in ES.
  return conditional(
    logical("&&", ...areNumbers(fast), isExact),
    binary("+", result, number(0)),
    fast.slow(),
  );
}

function quotient(fast: FastPath): Expression {
  const result = fast.result();
  const test = logical("&&", ...areNumbers(fast), hasFraction(binary("/", fast.a, fast.b), result));
  return conditional(test, result, fast.slow());
}

function floorQuotient(fast: FastPath): Expression | undefined {
  if (fast.kinds.some(isFloat)) return undefined;
  const test = conjunction([...areNumbers(fast), ...areInt32(fast), ...positive(fast)]);
  return conditional(test, floored(binary("/", fast.a, fast.b)), fast.slow());
}

function remainder(fast: FastPath): Expression | undefined {
  if (fast.kinds.some(isFloat) || isLargeLiteral(fast.b)) return undefined;
  const result = fast.result();
  const test = conjunction([...areNumbers(fast), ...areInt32(fast), ...positive(fast)]);
  const wrapped = conditional(
    binary("<", assign(result, binary("%", fast.a, fast.b)), number(0)),
    binary("+", result, fast.b),
    binary("+", result, number(0)),
  );
  return conditional(test, wrapped, fast.slow());
}

/** True for a number that no 32-bit integer equals. */
const isLargeLiteral = (e: Expression): boolean =>
  e.type === "Literal" && typeof e.value === "number" && e.value >= 2 ** 31;

function positive({ b }: FastPath): Expression[] {
  return b.type === "Literal" && (b.value as number) > 0 ? [] : [binary(">", b, number(0))];
}

/** Bits of values that fit 32 without a sign; under a literal mask of 32 bits the operand may be any safe integer. */
function bitwise(fast: FastPath, operator: "&" | "|" | "^"): Expression | undefined {
  const { a, b, kinds } = fast;
  if (kinds.some(isFloat)) return undefined;
  const masked = operator !== "&" ? undefined : isMask(b) ? a : isMask(a) ? b : undefined;
  const result = unsigned(binary(operator, a, b));
  if (masked !== undefined && masked.type === "Identifier")
    return conditional(isSafe(masked), result, fast.slow());
  const tests = [...(isMask(a) ? [] : [isUint32(a)]), ...(isMask(b) || isSame(a, b) ? [] : [isUint32(b)])];
  return conditional(conjunction([...areNumbers(fast), ...tests]), result, fast.slow());
}

const unsigned = (e: Expression): Expression => binary(">>>", e, number(0));
const isUint32 = (e: Expression): Expression => binary("===", unsigned(e), e);
/** False for anything but a number. */
const isSafe = (e: Expression): Expression => call(member(id("Number"), "isSafeInteger"), [e]);
const isMask = (e: Expression): boolean =>
  e.type === "Literal" && typeof e.value === "number" && e.value < 2 ** 32 && Number.isInteger(e.value);

/** `a << 3`: only for a literal count that leaves any 32 bits in the safe range. */
function shiftLeft(fast: FastPath): Expression | undefined {
  const { a, b, kinds } = fast;
  if (!isCount(b, 20) || isFloat(kinds[0])) return undefined;
  const test = conjunction([...areNumbers(fast), isUint32(a)]);
  return conditional(test, binary("*", a, number(2 ** b.value)), fast.slow());
}

/** `a >> 3`: only for a literal count. */
function shiftRight(fast: FastPath): Expression | undefined {
  const { a, b, kinds } = fast;
  if (!isCount(b, 31) || isFloat(kinds[0])) return undefined;
  return conditional(conjunction([...areNumbers(fast), isUint32(a)]), binary(">>>", a, b), fast.slow());
}

const isCount = (e: Expression, most: number): e is Expression & { type: "Literal"; value: number } =>
  e.type === "Literal" && typeof e.value === "number" && Number.isInteger(e.value) && e.value <= most;
