import { assign, assigned, type Expression, isSimple, sequence } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Kind, Value } from "../value.ts";

/**
 * An operation that can raise: `build` gets the operands in order, and the site register is set after the last operand that may move it, so
 * that `1 +⏎ g()` reports the operator's line.
 */
export function operate(
  f: FunctionContext,
  operands: readonly Value[],
  site: number,
  build: (operands: Expression[]) => Expression,
  kind: Kind = undefined,
): Value {
  if (readsLate(operands) || f.isDeep) {
    const { before, parts } = hold(f, operands);
    return { js: sequence(...before, f.moveTo(site), build(parts)), moves: true, kind };
  }
  const parts = operands.map((operand) => operand.js);
  const last = operands.findLastIndex((operand) => operand.moves);
  if (last < 0) return { js: sequence(f.moveTo(site), build(parts)), moves: true, kind };
  if (last + 1 < parts.length) parts[last + 1] = sequence(f.moveTo(site), parts[last + 1]!);
  else {
    const held = f.temporary();
    parts[last] = sequence(assign(held, parts[last]!), f.moveTo(site), held);
  }
  return { js: build(parts), moves: true, kind };
}

/** Operands that code may name more than once, and the assignments that must run before. */
export interface Held {
  readonly before: Expression[];
  readonly parts: Expression[];
}

/** Puts operands that are more than a name or constant into temporaries, evaluated in order. */
export function hold(f: FunctionContext, operands: readonly Value[]): Held {
  const before: Expression[] = [];
  const parts = operands.map((operand, position) => {
    const later = operands.slice(position + 1).some((other) => other.moves);
    const mayChange = later && operand.js.type === "Identifier" && !operand.register && !operand.stable;
    if (isSimple(operand.js) && !mayChange) return operand.js;
    const held = f.temporary();
    before.push(...(f.isDeep ? assigned(held, operand.js) : [assign(held, operand.js)]));
    return held;
  });
  return { before, parts };
}

/** A helper's call around a value; where expressions nest deep, around the last of a sequence only. */
export function around(
  f: FunctionContext,
  js: Expression,
  build: (js: Expression) => Expression,
): Expression {
  if (js.type !== "SequenceExpression" || !f.isDeep) return build(js);
  const { expressions } = js;
  return sequence(...expressions.slice(0, -1), build(expressions[expressions.length - 1]!));
}

/** True when a local that closures assign stands before an operand that may call one: stock Lua reads such a register last. */
function readsLate(operands: readonly Value[]): boolean {
  return operands.some(
    (operand, position) =>
      operand.register === true && operands.slice(position + 1).some((other) => other.moves),
  );
}

/** Operands that stock Lua copies to new registers one after the other: arguments, and what `..` joins. */
export const copied = (operands: readonly Value[]): Value[] =>
  operands.map((operand) => (operand.register ? { ...operand, register: false } : operand));

/** A plain value that cannot raise. */
export const still = (js: Expression, kind: Kind = undefined): Value => ({ js, moves: false, kind });
