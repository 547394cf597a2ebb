import { givesFloat } from "../parse/lua/float.ts";
import { givesInteger } from "../parse/lua/integer.ts";
import type { Binary, Chunk, Expression, Name, Variable } from "../parse/lua/tree.ts";
import { partsOf } from "./parts.ts";

/** What a local may begin as. */
const LARGEST_START = 1000;
/** Sums and products of so many such integers are exact in doubles. */
const MOST_OPERANDS = 5;

const SUMS: ReadonlySet<string> = new Set(["+", "-", "*"]);
const ORDERS: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);

/**
 * Locals that begin as a small integer and are given nothing but floats then, as `local x = 0 … x = x * x + 0.5`, where no use of them tells
 * the integer from the float of the same value. `floats` and `integers` are the locals that hold nothing but those; no metamethod computes.
 */
export function floatStarts(
  chunk: Chunk,
  values: ReadonlyMap<Variable, readonly Expression[] | undefined>,
  floats: ReadonlySet<Variable>,
  integers: ReadonlySet<Variable>,
): Set<Variable> {
  const known = new Numbers(floats, integers);
  const starts = new Set<Variable>();
  for (const [variable, given] of values) {
    const others = given?.filter((value) => !isStart(value));
    if (others === undefined || others.length === 0 || floats.has(variable)) continue;
    if (others.every((value) => known.isFloat(value))) starts.add(variable);
  }
  while (starts.size > 0 && dropShown(chunk, starts, known));
  return starts;
}

/** What is known of the locals' numbers. */
class Numbers {
  readonly #floats: ReadonlySet<Variable>;
  readonly #integers: ReadonlySet<Variable>;

  constructor(floats: ReadonlySet<Variable>, integers: ReadonlySet<Variable>) {
    this.#floats = floats;
    this.#integers = integers;
  }

  isFloat(node: Expression): boolean {
    return givesFloat(node, (variable) => this.#floats.has(variable));
  }

  isInteger(node: Expression): boolean {
    return givesInteger(node, (variable) => this.#integers.has(variable));
  }
}

/** Drops the locals with a use that shows what kind of number they hold; false when there is none. */
function dropShown(chunk: Chunk, starts: Set<Variable>, known: Numbers): boolean {
  const hidden = new Set<object>();
  const names: Name[] = [];
  for (const part of partsOf(chunk)) {
    if (part.kind === "Binary") hide(part as Binary, starts, known, hidden);
    else if (part.kind === "Assignment")
      for (const target of (part as { readonly targets: readonly object[] }).targets) hidden.add(target);
    else if (part.kind === "Name") names.push(part as Name);
  }
  let dropped = false;
  for (const name of names)
    if (name.variable !== undefined && !hidden.has(name) && starts.delete(name.variable)) dropped = true;
  return dropped;
}

/** Adds the operands of an operation for which only their mathematical value counts. */
function hide(
  { operator, left, right }: Binary,
  starts: ReadonlySet<Variable>,
  known: Numbers,
  hidden: Set<object>,
): void {
  for (const [side, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const hides =
      operator === "/" ||
      // What `computesPlainly` says is nothing of `__pow` and of orders.
      ((operator === "^" || ORDERS.has(operator)) && isNumber(other, starts, known)) ||
      operator === "==" ||
      operator === "~=" ||
      (SUMS.has(operator) && known.isFloat(other));
    const operands: Expression[] = [];
    if (!hides || signOf(side, starts, operands) === undefined) continue;
    for (const operand of operands) hidden.add(operand);
  }
}

/** A number for sure: an order with anything else may be a metamethod's. */
function isNumber(node: Expression, starts: ReadonlySet<Variable>, known: Numbers): boolean {
  return known.isInteger(node) || known.isFloat(node) || signOf(node, starts, []) !== undefined;
}

const isStart = (node: Expression): boolean =>
  node.kind === "Integer" && typeof node.value === "number" && node.value >= 0 && node.value <= LARGEST_START;

/**
 * Whether what is computed from nothing but such locals and small integers is at least 0 or may be less; undefined for anything else. A
 * product of integers is never -0, so a negative factor is none. Adds to `operands`.
 */
function signOf(
  node: Expression,
  starts: ReadonlySet<Variable>,
  operands: Expression[],
): "positive" | "any" | undefined {
  if (node.kind === "Parenthesized") return signOf(node.expression, starts, operands);
  if (isStart(node) || (node.kind === "Name" && node.variable !== undefined && starts.has(node.variable)))
    return operands.push(node) <= MOST_OPERANDS ? "positive" : undefined;
  if (node.kind !== "Binary" || !SUMS.has(node.operator)) return undefined;
  // The right operand is the shorter one of long chains.
  const right = signOf(node.right, starts, operands);
  const left = right === undefined ? undefined : signOf(node.left, starts, operands);
  if (left === undefined) return undefined;
  const isPositive = node.operator !== "-" && left === "positive" && right === "positive";
  return isPositive ? "positive" : node.operator === "*" ? undefined : "any";
}
