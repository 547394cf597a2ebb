import {
  assign,
  binary,
  boolean,
  call,
  conditional,
  type Expression,
  id,
  logical,
  member,
  number,
  text,
  unary,
} from "../es.ts";
import type { Kind } from "../value.ts";

/** What an inlined operation is made of; `result` is a temporary for the value. */
export interface FastPath {
  readonly a: Expression;
  readonly b: Expression;
  readonly kinds: readonly [Kind, Kind];
  readonly result: () => Expression & { type: "Identifier" };
  readonly slow: () => Expression;
}

type Build = (fast: FastPath) => Expression | undefined;

/** The fast paths by operator, for two numbers in hot code; undefined where there is none worth its size. */
export const FAST_PATHS: Readonly<Record<string, Build>> = {
  "+": (fast) => sum(fast, "+"),
  "-": (fast) => sum(fast, "-"),
  "*": product,
  "/": quotient,
  "//": floorQuotient,
  "%": remainder,
  "&": (fast) => bitwise(fast, "&"),
  "|": (fast) => bitwise(fast, "|"),
  "~": (fast) => bitwise(fast, "^"),
  "<<": shiftLeft,
  ">>": shiftRight,
};

/** True for a value that is surely no number. */
export const isNoNumber = (kind: Kind) =>
  kind === "string" || kind === "boolean" || kind === "nil" || kind === "table" || kind === "function";

/** `typeof e === "number"` */
export const isNumber = (e: Expression): Expression => binary("===", unary("typeof", e), text("number"));
/** True at run time for what 32 bits with a sign can hold. */
export const isInt32 = (e: Expression): Expression => binary("===", binary("|", e, number(0)), e);
const isFloat = (kind: Kind) => kind === "float" || kind === "boxed";
/** True for a value that is surely a number of ES. */
export const isKnownNumber = (kind: Kind) => kind === "integer" || kind === "index" || isFloat(kind);
const isKnownInteger = (kind: Kind) => kind === "integer" || kind === "index";
/** True for a value that is surely an integer: a number or a bigint. */
export const isWhole = (kind: Kind) => isKnownInteger(kind) || kind === "whole";

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

/** Below 2^53: no sum or product of integers that is less has been rounded. */
const EXACT: Expression = { type: "Literal", value: 9e15, raw: "9e15" };

/** An operation on integers: right unless one is a bigint or the result is too large. */
function wholes(fast: FastPath, value: Expression, isExact: (value: Expression) => Expression): Expression {
  const result = fast.result();
  const test = logical("&&", ...areNumbers(fast), isExact(assign(result, value)));
  // The product of 0 and a negative integer is -0 in ES.
  const isProduct = value.type === "BinaryExpression" && value.operator === "*";
  return conditional(test, isProduct ? binary("+", result, number(0)) : result, fast.slow());
}

/** True for a number that sums and products of integers give exactly. */
export const isSmall = (value: Expression): Expression =>
  binary("<=", call(member(id("Math"), "abs"), [value]), EXACT);

/** A sum with a literal can leave the exact integers on one side only. */
function isSmallSum({ a, b }: FastPath, operator: "+" | "-"): (value: Expression) => Expression {
  const isPositive = (e: Expression) => e.type === "Literal" && (e.value as number) >= 0;
  if (operator === "+" && (isPositive(a) || isPositive(b))) return (value) => binary("<=", value, EXACT);
  if (operator === "-" && isPositive(b)) return (value) => binary(">=", value, unary("-", EXACT));
  return isSmall;
}

function sum(fast: FastPath, operator: "+" | "-"): Expression {
  if (fast.kinds.every(isWhole))
    return wholes(fast, binary(operator, fast.a, fast.b), isSmallSum(fast, operator));
  const result = fast.result();
  const fraction = hasFraction(binary(operator, fast.a, fast.b), result);
  const isExact = fast.kinds.some(isFloat) ? fraction : logical("||", fraction, conjunction(areInt32(fast)));
  return conditional(logical("&&", ...areNumbers(fast), isExact), result, fast.slow());
}

function product(fast: FastPath): Expression {
  if (fast.kinds.every(isWhole)) return wholes(fast, binary("*", fast.a, fast.b), isSmall);
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
  if (fast.kinds.some(isFloat)) return undefined;
  if (isLargeLiteral(fast.b)) return largeRemainder(fast);
  const result = fast.result();
  const test = conjunction([...areNumbers(fast), ...areInt32(fast), ...positive(fast)]);
  const wrapped = conditional(
    binary("<", assign(result, binary("%", fast.a, fast.b)), number(0)),
    binary("+", result, fast.b),
    binary("+", result, number(0)),
  );
  return conditional(test, wrapped, fast.slow());
}

/** `a % 4294967296`: exact for a power of two. */
function largeRemainder({ a, b, kinds, slow }: FastPath): Expression | undefined {
  if (!isPowerOfTwo((b as { value: number }).value)) return undefined;
  const test = isWhole(kinds[0]) ? isNumber(a) : isSafe(a);
  return conditional(test, binary("-", a, binary("*", floored(binary("/", a, b)), b)), slow());
}

/** The logarithm alone is an integer for neighbours of large powers too. */
export const isPowerOfTwo = (n: number): boolean => n > 0 && 2 ** Math.round(Math.log2(n)) === n;

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

/** The low 32 bits as a number without a sign. */
export const unsigned = (e: Expression): Expression => binary(">>>", e, number(0));
/** True at run time for what 32 bits without a sign can hold. */
export const isUint32 = (e: Expression): Expression => binary("===", unsigned(e), e);
/** False for anything but a number. */
export const isSafe = (e: Expression): Expression => call(member(id("Number"), "isSafeInteger"), [e]);
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
