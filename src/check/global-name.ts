import type { Expression, Name } from "../parse/lua/tree.ts";

/** The name of a callee as `pairs` or `table.sort`; empty for one of another kind. */
export function libraryName(callee: Expression): string {
  if (callee.kind === "Name" && isGlobal(callee)) return callee.name;
  if (callee.kind !== "Index" || callee.object.kind !== "Name" || callee.key.kind !== "String") return "";
  return isGlobal(callee.object) ? `${callee.object.name}.${callee.key.value}` : "";
}

const isGlobal = ({ variable, environment }: Name): boolean =>
  variable === undefined && environment === undefined;

export interface GlobalField {
  readonly object: Name;
  readonly key: { readonly value: string };
}

/** `_G.x` or `_ENV.x`, where those are the chunk's own. */
export function globalField(node: Expression): GlobalField | undefined {
  if (node.kind !== "Index" || node.object.kind !== "Name" || node.key.kind !== "String") return undefined;
  return isGlobals(node.object) ? { object: node.object, key: node.key } : undefined;
}

export function isGlobals(name: Name): boolean {
  return isGlobal(name) && (name.name === "_G" || name.name === "_ENV");
}

/** `error(value)` and `error(value, 0)` or 1. */
export function isPlainError(node: Expression): boolean {
  if (node.kind !== "Call") return false;
  const { callee } = node;
  const [value, level] = node.arguments;
  const isError = callee.kind === "Name" && callee.name === "error" && callee.variable === undefined;
  if (!isError && globalField(callee)?.key.value !== "error") return false;
  if (isError && callee.environment !== undefined) return false;
  if (value?.kind === "Vararg") return false;
  return level === undefined || (level.kind === "Integer" && level.value <= 1);
}
