import type { Binary } from "../../parse/lua/tree.ts";
import { assign, binary, call, conditional, number, sequence } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Value } from "../value.ts";
import { applied } from "./arithmetic.ts";
import { lowerExpression } from "./expression.ts";
import { isWhole } from "./fast-path.ts";
import { isDoubleLocal } from "./float.ts";
import { unwrapped } from "./folding.ts";
import { hold } from "./operate.ts";

/** `a * b % m` in hot code, whose product may be larger than a double holds; undefined for anything else. */
export function lowerProductModulo(f: FunctionContext, node: Binary): Value | undefined {
  if (!f.hot || f.isDeep || node.operator !== "%") return undefined;
  const product = unwrapped(f, node.left);
  const divisor = unwrapped(f, node.right);
  if (product.kind !== "Binary" || product.operator !== "*" || f.lowered.has(product)) return undefined;
  if (f.module.colours.suspendsAt(node) || f.module.colours.suspendsAt(product)) return undefined;
  // The divisor is read before the product is computed: that must make no difference.
  const isLocal = divisor.kind === "Name" && divisor.variable !== undefined && !isDoubleLocal(f, divisor);
  if (!isLocal && divisor.kind !== "Integer") return undefined;
  const operands = [product.left, product.right, divisor].map((operand) => lowerExpression(f, operand));
  const { before, parts } = hold(f, operands);
  const held = operands.map((operand, n) => ({ ...operand, js: parts[n]!, moves: false }));
  const [a, b, m] = held as [Value, Value, Value];
  const result = f.temporary();
  const fused = assign(result, call(f.use("productModulo"), parts));
  const slow = applied(f, node, [applied(f, product, [a, b]), m]);
  const js = conditional(binary(">=", fused, number(0)), result, slow.js);
  return {
    js: sequence(...before, js),
    moves: true,
    kind: operands.every(({ kind }) => isWhole(kind)) ? "whole" : undefined,
  };
}
