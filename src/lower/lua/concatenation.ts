import type * as Lua from "../../parse/lua/tree.ts";
import { call, delegate, id, text } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Operand } from "../region-context.ts";
import type { Value } from "../value.ts";
import { lowerExpression } from "./expression.ts";
import { operandName } from "./operand.ts";
import { copied, operate } from "./operate.ts";

/** `a .. b`, manual §3.4.6. */
export function lowerConcatenation(f: FunctionContext, node: Lua.Binary): Value {
  const operands = copied([lowerExpression(f, node.left), lowerExpression(f, node.right)]);
  const site = f.region.site(lastConcatenation(node), [operandName(f, node.left), joinedName(f, node.right)]);
  const loc = f.region.place(lastConcatenation(node));
  return operate(f, operands, site, ([a, b]) =>
    f.module.colours.suspendsAt(node)
      ? delegate(call(f.use("concatSteps"), [id("vm"), a!, b!], loc))
      : call(f.use("concat"), [id("vm"), a!, b!], loc),
  );
}

/** A prefix and a key are no longer than this, so that a list of them stays small. */
const LONGEST_PREFIX = 32;

/** An expression as the key of a table. In hot code, what `"name" .. n` gives for small integers is made once. */
export function lowerKey(f: FunctionContext, node: Lua.Expression): Value {
  if (!f.hot || node.kind !== "Binary" || node.operator !== ".." || f.module.colours.suspendsAt(node))
    return lowerExpression(f, node);
  const { left, right } = node;
  if (left.kind !== "String" || left.value.length > LONGEST_PREFIX || right.kind === "String")
    return lowerExpression(f, node);
  const value = lowerExpression(f, right);
  const site = f.region.site(lastConcatenation(node), [operandName(f, left), joinedName(f, right)]);
  const keys = f.region.keysAfter(left.value);
  const loc = f.region.place(lastConcatenation(node));
  return operate(f, [value], site, ([last]) =>
    call(f.use("keyText"), [id("vm"), keys, text(left.value), last!], loc),
  );
}

/** How a message names the second operand of `a .. b`; C Lua puts what `b .. c` gives in the place of b. */
function joinedName(f: FunctionContext, node: Lua.Expression): Operand | undefined {
  return operandName(f, node.kind === "Binary" && node.operator === ".." ? node.left : node);
}

/** Where an error of `a .. b .. c` is reported: one instruction joins them all, at the last operator. */
function lastConcatenation({ right, position }: Lua.Binary): number {
  return right.kind === "Binary" && right.operator === ".." ? lastConcatenation(right) : position;
}
