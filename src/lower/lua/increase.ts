import type { Assignment, Expression as LuaExpression, Name } from "../../parse/lua/tree.ts";
import { binary, block, call, isSimple, logical, type Statement, text, unary, when } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import { lowerExpression } from "./expression.ts";

/**
 * `t[k] = t[k] + n` and `t[k] = (t[k] or 0) + n` in hot code, where all are locals: what is stored under a string is looked for once or
 * twice, not three times. `steps` are the statements for all else. Undefined for any other assignment.
 */
export function lowerIncrease(
  f: FunctionContext,
  node: Assignment,
  steps: () => Statement[],
): Statement[] | undefined {
  const [target] = node.targets;
  const [sum] = node.values;
  if (!f.hot || target?.kind !== "Index" || sum?.kind !== "Binary" || sum.operator !== "+") return undefined;
  const { object, key } = target;
  if (!isLocal(object) || !isLocal(key) || !isElement(sum.left, object, key)) return undefined;
  if (sum.right.kind !== "Integer" && !isLocal(sum.right)) return undefined;
  const { colours } = f.module;
  if ([target, sum, addend(sum.left)].some((part) => colours.suspendsAt(part))) return undefined;
  const [table, at, step] = [object, key, sum.right].map((part) => lowerExpression(f, part));
  const mayBeText = at!.kind === undefined || at!.kind === "string";
  if (!mayBeText || !isSimple(at!.js) || !isSimple(step!.js)) return undefined;
  const isOther = binary("!==", unary("typeof", at!.js), text("string"));
  const isDone = call(f.use("increase"), [table!.js, at!.js, step!.js]);
  return [when(logical("||", isOther, unary("!", isDone)), block(steps()))];
}

/** The `t[k]` in `(t[k] or 0)`. */
const addend = (node: LuaExpression): LuaExpression =>
  node.kind === "Logical" && node.operator === "or" ? node.left : node;

function isElement(node: LuaExpression, object: Name, key: Name): boolean {
  const element = addend(node);
  if (element.kind !== "Index") return false;
  return isSameLocal(element.object, object) && isSameLocal(element.key, key);
}

const isLocal = (node: LuaExpression): node is Name => node.kind === "Name" && node.variable !== undefined;

const isSameLocal = (node: LuaExpression, name: Name): boolean =>
  isLocal(node) && node.variable === name.variable;
