import type { Binary, Expression as LuaExpression, Unary } from "../../parse/lua/tree.ts";
import {
  binary,
  call,
  conditional,
  type Expression,
  id,
  logical,
  member,
  number,
  sequence,
  unary,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Kind, Value } from "../value.ts";
import { applied } from "./arithmetic.ts";
import { lowerExpression } from "./expression.ts";
import { isNumber, isPowerOfTwo, isSafe, isUint32, isWhole, unsigned } from "./fast-path.ts";
import { isDoubleLocal } from "./float.ts";
import { unwrapped } from "./folding.ts";
import { hold, still } from "./operate.ts";

/*
 * Of the left operand of `(seed * 1103515245 + 12345) & 0x7fffffff` or `… % 4294967296` only the low 32 bits matter. Operations of ES on 32
 * bits give them at once, however far the exact values are from what a double holds. That is right for integers, so the operands are asked
 * first; with anything else the operations follow one by one.
 */

/** What has more operators is not emitted twice. */
const MOST_OPERATORS = 12;

const BITWISE: Readonly<Record<string, "&" | "|" | "^">> = { "&": "&", "|": "|", "~": "^" };

/** `E & mask` and `E % 2^k` in hot code, where E multiplies or shifts left; undefined for anything else. */
export function lowerLowBits(f: FunctionContext, node: Binary): Value | undefined {
  const mask = f.hot && !f.isDeep ? maskOf(f, node) : undefined;
  const wide = unwrapped(f, node.left);
  if (mask === undefined || f.module.colours.suspendsAt(node)) return undefined;
  const shape = new Shape(f);
  if (wide.kind !== "Binary" || !shape.accepts(wide) || !shape.grows) return undefined;
  const values = shape.operands.map((operand) => lowerExpression(f, operand));
  const { before, parts } = hold(f, values);
  const operands = new Map(
    shape.operands.map((operand, n) => [operand as LuaExpression, still(parts[n]!, values[n]!.kind)]),
  );
  const bits = new Bits(f, operands);
  const fast = masked(bits.of(wide), mask);
  const kind: Kind = values.every((value) => isWhole(value.kind)) ? "whole" : undefined;
  const slow = applied(f, node, [exact(f, operands, wide), lowerExpression(f, node.right)]);
  const js = bits.tests.length === 0 ? fast : conditional(logical("&&", ...bits.tests), fast, slow.js);
  return { js: sequence(...before, js), moves: true, kind };
}

/** The mask of `E & mask`, and of `E % 2^k`, when it is one of at most 32 bits. */
function maskOf(f: FunctionContext, { operator, right }: Binary): number | undefined {
  const literal = unwrapped(f, right);
  if (literal.kind !== "Integer" || typeof literal.value !== "number") return undefined;
  const { value } = literal;
  if (operator === "&") return value >= 0 && value < 2 ** 32 ? value : undefined;
  const isPower = operator === "%" && value > 1 && value <= 2 ** 32 && isPowerOfTwo(value);
  return isPower ? value - 1 : undefined;
}

/** Whether the low bits of an expression can be computed from those of its operands. */
class Shape {
  /** What is evaluated before the first operation, in order. */
  readonly operands: LuaExpression[] = [];
  /** True when a result may be larger than the operands by more than a few bits. */
  grows = false;
  readonly #f: FunctionContext;
  #operators = 0;

  constructor(f: FunctionContext) {
    this.#f = f;
  }

  accepts(expression: LuaExpression): boolean {
    const node = unwrapped(this.#f, expression);
    if (this.#f.lowered.has(node)) return this.#isOperand(node);
    if (node.kind === "Integer") return true;
    if (node.kind === "Unary" && (node.operator === "-" || node.operator === "~"))
      return this.accepts(node.operand) && this.#isOperator(node);
    if (node.kind !== "Binary" || !/^(?:[-+*&|~]|<<|>>)$/.test(node.operator)) return this.#isOperand(node);
    return this.#acceptsOperands(node) && this.#isOperator(node);
  }

  #acceptsOperands({ operator, left, right }: Binary): boolean {
    this.grows ||= operator === "*" || operator === "<<";
    if (operator === ">>" && !this.#hasNoSign(left)) return false;
    if (!this.accepts(left)) return false;
    return operator === "<<" || operator === ">>" ? this.#isCount(right) : this.accepts(right);
  }

  /** True for what has at most 32 bits when its operands pass their tests: a name, or what is masked. */
  #hasNoSign(expression: LuaExpression): boolean {
    const node = unwrapped(this.#f, expression);
    return (
      node.kind === "Name" ||
      (node.kind === "Binary" && maskOf(this.#f, node) !== undefined && node.operator === "&")
    );
  }

  /** `5`, `k` and `32 - k` as a number of bits. */
  #isCount(expression: LuaExpression): boolean {
    const node = unwrapped(this.#f, expression);
    if (node.kind === "Integer") return typeof node.value === "number" && node.value >= 0 && node.value < 32;
    if (node.kind === "Name") return this.#isOperand(node);
    if (node.kind !== "Binary" || node.operator !== "-") return false;
    const [left, right] = [unwrapped(this.#f, node.left), unwrapped(this.#f, node.right)];
    return (
      left.kind === "Integer" && right.kind === "Name" && this.#isOperand(right) && this.#isOperator(node)
    );
  }

  #isOperator(node: Binary | Unary): boolean {
    this.#operators++;
    return this.#operators <= MOST_OPERATORS && !this.#f.module.colours.suspendsAt(node);
  }

  /** Only a local can be read before an operation that stands before it. */
  #isOperand(node: LuaExpression): boolean {
    const isLocal = node.kind === "Name" && node.variable !== undefined;
    if (isLocal ? isDoubleLocal(this.#f, node) : this.#operators > 0) return false;
    this.operands.push(node);
    return true;
  }
}

/** Computes the low 32 bits, for operands that pass `tests`. */
class Bits {
  readonly tests: Expression[] = [];
  readonly #f: FunctionContext;
  readonly #operands: ReadonlyMap<LuaExpression, Value>;
  readonly #tested = new Set<string>();

  constructor(f: FunctionContext, operands: ReadonlyMap<LuaExpression, Value>) {
    this.#f = f;
    this.#operands = operands;
  }

  /** The value, or one with the same low bits that a double holds. */
  of(expression: LuaExpression): Expression {
    const node = unwrapped(this.#f, expression);
    if (this.#operands.has(node)) return this.#operand(node);
    if (node.kind === "Integer") return number(Number(BigInt.asIntN(32, BigInt(node.value))));
    if (node.kind === "Unary") return unary(node.operator as "-" | "~", this.#term(node.operand));
    const { operator, left, right } = node as Binary;
    if (operator === "*") return call(member(id("Math"), "imul"), [this.of(left), this.of(right)]);
    if (operator === "+" || operator === "-") return binary(operator, this.#term(left), this.#term(right));
    if (operator === "<<") return binary("<<", this.of(left), this.#count(right));
    if (operator === ">>") return binary(">>>", this.#unsigned(left), this.#count(right));
    return binary(BITWISE[operator]!, this.of(left), this.of(right));
  }

  /** Sums of values below 2^33 are exact, those of any two integers are not. */
  #term(expression: LuaExpression): Expression {
    const bits = this.of(expression);
    return this.#operands.has(unwrapped(this.#f, expression)) ? binary("|", bits, number(0)) : bits;
  }

  #operand(node: LuaExpression): Expression {
    const { js, kind } = this.#operands.get(node)!;
    if (kind === "whole") this.#test("number", js, isNumber(js));
    else if (kind !== "integer" && kind !== "index") this.#test("safe", js, isSafe(js));
    return js;
  }

  /** The operand of `>>`, whose upper bits would come down. */
  #unsigned(expression: LuaExpression): Expression {
    const bits = this.of(expression);
    const node = unwrapped(this.#f, expression);
    if (this.#operands.has(node)) this.#test("unsigned", bits, isUint32(bits));
    return bits;
  }

  /** ES takes the count of a shift modulo 32. */
  #count(expression: LuaExpression): Expression {
    const node = unwrapped(this.#f, expression);
    if (node.kind === "Integer") return this.of(node);
    const count =
      node.kind === "Binary" ? binary("-", this.of(node.left), this.of(node.right)) : this.of(node);
    this.tests.push(binary(">=", count, number(0)), binary("<", count, number(32)));
    return count;
  }

  /** The same test of the same name is made once. */
  #test(what: string, operand: Expression, test: Expression): void {
    const key = operand.type === "Identifier" ? `${what} ${operand.name}` : undefined;
    if (key !== undefined && this.#tested.has(key)) return;
    if (key !== undefined) this.#tested.add(key);
    this.tests.push(test);
  }
}

/** The same operations one by one, for any operands. */
function exact(
  f: FunctionContext,
  operands: ReadonlyMap<LuaExpression, Value>,
  expression: LuaExpression,
): Value {
  const node = unwrapped(f, expression);
  const operand = operands.get(node);
  if (operand !== undefined) return operand;
  if (node.kind === "Unary") return applied(f, node, [exact(f, operands, node.operand)]);
  if (node.kind !== "Binary") return lowerExpression(f, node);
  return applied(f, node, [exact(f, operands, node.left), exact(f, operands, node.right)]);
}

function masked(bits: Expression, mask: number): Expression {
  if (mask === 2 ** 32 - 1) return unsigned(bits);
  const kept = binary("&", bits, number(mask));
  return mask < 2 ** 31 ? kept : unsigned(kept);
}
