import { isFloatOperation } from "../../parse/lua/float.ts";
import type { Binary, Expression as LuaExpression } from "../../parse/lua/tree.ts";
import { assign, binary, call, conditional, type Expression, logical, number, sequence } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Value } from "../value.ts";
import { hasFraction, isNoNumber, isNumber, isSmall } from "./fast-path.ts";
import { doubleOf, holdsDouble, isDirect, lowerOperand, luaValue, step, toDouble } from "./float.ts";
import { hold } from "./operate.ts";

/** More operations are not computed in one go. */
const MOST_FUSED = 16;

/**
 * Several operations that hang together, such as `x / 2 + 1`, in one go when all their operands are plain numbers; else step by step. For
 * a Lua value (`wantsDouble` is false) the result must have a fraction besides, or it is computed once more and boxed.
 */
export function lowerDoubles(f: FunctionContext, node: Binary, wantsDouble: boolean): Value | undefined {
  const leaves: LuaExpression[] = [];
  const late = new Set<LuaExpression>();
  const operations = fusedOperations(f, node, leaves, late);
  if (operations < 2 || operations > MOST_FUSED) return undefined;
  // Whatever an operand does, it does before the first operation: only names may stand behind one.
  for (const leaf of late)
    if (!isNumeral(leaf) && (leaf.kind !== "Name" || leaf.variable === undefined)) return undefined;
  const values = leaves.map((leaf) => lowerOperand(f, leaf));
  if (values.some(({ js, kind }) => isNoNumber(kind) || isBigint(js))) return undefined;
  const { before, parts } = hold(f, values);
  const held = new Map(
    leaves.map((leaf, place) => [leaf, { ...values[place]!, js: parts[place]!, moves: false }]),
  );
  const tests = new Map<string, Expression>();
  for (const { js, kind } of held.values())
    if (js.type === "Identifier" && !isDirect(kind)) tests.set(js.name, isNumber(js));
  const guards: Expression[] = [];
  const fast = fusedDoubles(f, node, held, guards);
  const all = [...tests.values(), ...guards];
  if (wantsDouble) {
    const js =
      all.length === 0
        ? fast
        : conditional(logical("&&", ...all), fast, asDouble(f, fusedSteps(f, node, held)));
    return { js: sequence(...before, js), moves: true, kind: "double" };
  }
  if (all.length === 0)
    return { js: sequence(...before, call(f.use("float"), [fast])), moves: true, kind: undefined };
  const result = f.temporary();
  const test = logical("&&", ...all, hasFraction(fast, result));
  const js = conditional(test, result, luaValue(f, fusedSteps(f, node, held)).js);
  return { js: sequence(...before, js), moves: true, kind: undefined };
}

const isBigint = (e: Expression): boolean =>
  e.type === "UnaryExpression"
    ? isBigint(e.argument as Expression)
    : e.type === "Literal" && typeof e.value === "bigint";
const isNumeral = ({ kind }: LuaExpression): boolean => kind === "Integer" || kind === "Float";

/**
 * How many operations hang together; adds their operands in order, to `late` too those that stand behind an operation. Infinity when one
 * may suspend.
 */
function fusedOperations(
  f: FunctionContext,
  node: LuaExpression,
  leaves: LuaExpression[],
  late: Set<LuaExpression>,
): number {
  if (node.kind === "Parenthesized" && !f.lowered.has(node))
    return fusedOperations(f, node.expression, leaves, late);
  const isFused =
    node.kind === "Binary" &&
    !f.lowered.has(node) &&
    (isFloatOperation(node, holdsDouble(f)) || (leaves.length > 0 && f.hot && computesElements(node)));
  if (!isFused) {
    leaves.push(node);
    return 0;
  }
  if (f.module.colours.suspendsAt(node) || leaves.length > MOST_FUSED) return Number.POSITIVE_INFINITY;
  const left = fusedOperations(f, node.left, leaves, late);
  const first = leaves.length;
  const right = fusedOperations(f, node.right, leaves, late);
  if (left > 0) for (const leaf of leaves.slice(first)) late.add(leaf);
  return 1 + left + right;
}

/** True for `a[i] * b[i]` and the like, of which nobody knows what kind of number it gives: as an operand of a float it is a double too. */
const computesElements = ({ operator, left, right }: Binary): boolean =>
  (operator === "*" || operator === "+" || operator === "-") &&
  [left, right].some((side) => side.kind === "Index" && side.key.kind !== "String");

type Leaves = ReadonlyMap<LuaExpression, Value>;

/** The operations in doubles; `guards` are tests that must hold before. */
function fusedDoubles(
  f: FunctionContext,
  node: LuaExpression,
  held: Leaves,
  guards: Expression[],
): Expression {
  const leaf = held.get(node);
  if (leaf !== undefined) return doubleOf(leaf);
  if (node.kind === "Parenthesized") return fusedDoubles(f, node.expression, held, guards);
  const { operator, left, right } = node as Binary;
  const sides = [left, right].map((side) => fusedDoubles(f, side, held, guards));
  const js = binary(operator as "+", sides[0]!, sides[1]!);
  if (isFloatOperation(node as Binary, holdsDouble(f))) return js;
  // Of integers it is exact while it is small; a product of them must not be -0.
  const result = f.temporary();
  guards.push(isSmall(assign(result, js)));
  if (operator === "*") guards.push(binary("!==", result, number(0)));
  return result;
}

/** The operations one by one; what is not computed from a float for sure is a number all the same, since no metamethod computes. */
function fusedSteps(f: FunctionContext, node: LuaExpression, held: Leaves): Value {
  const leaf = held.get(node);
  if (leaf !== undefined) return leaf;
  if (node.kind === "Parenthesized") return fusedSteps(f, node.expression, held);
  const { operator, left, right } = node as Binary;
  const [a, b] = [fusedSteps(f, left, held), fusedSteps(f, right, held)];
  const isFloat = isFloatOperation(node as Binary, holdsDouble(f));
  if (isFloat && isDirect(a.kind) && isDirect(b.kind))
    return {
      js: binary(operator as "+", doubleOf(a), doubleOf(b)),
      moves: a.moves || b.moves,
      kind: "double",
    };
  const value = step(f, node as Binary, a, b);
  return isFloat ? value : { ...value, js: toDouble(f, value.js), kind: "double" };
}

const asDouble = (f: FunctionContext, { js, kind }: Value): Expression =>
  kind === "double" ? js : toDouble(f, js);
