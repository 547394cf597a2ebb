import type { Expression, Statement } from "../parse/lua/tree.ts";
import type { Section } from "../parse/prompt.ts";

/** True for a section that never falls through: a block of it always returns a scalar or jumps (RET-05, JUMP-04). `jump` is the language's. */
export function alwaysLeaves({ blocks }: Section): boolean {
  return blocks.some((block) => block.kind === "lua" && block.region.chunk.body.some(isLeaving));
}

function isLeaving(statement: Statement): boolean {
  if (statement.kind === "CallStatement") return isJump(statement.call);
  const [value] = statement.kind === "Return" ? statement.values : [];
  return value !== undefined && (SCALARS.has(value.kind) || isProse(value) || isJump(value));
}

/** Expressions that are never nil and, without metamethods, no tables. */
const SCALARS: ReadonlySet<Expression["kind"]> = new Set([
  "String",
  "Integer",
  "Float",
  "Boolean",
  "Binary",
  "Unary",
]);

function isProse(value: Expression): boolean {
  return value.kind === "Name" && value.name === "prose" && value.variable === undefined;
}

function isJump(value: Expression): boolean {
  return (
    value.kind === "Call" &&
    value.callee.kind === "Name" &&
    value.callee.name === "jump" &&
    value.callee.variable === undefined
  );
}
