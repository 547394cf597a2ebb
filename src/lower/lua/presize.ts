import { eachSpot } from "../../check/spot.ts";
import type * as Lua from "../../parse/lua/tree.ts";
import { binary, call, type Expression, evaluate, id, number, type Statement } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { RuntimeName } from "../imports.ts";
import { fixedName } from "./access.ts";

/** What a loop that counts from one number literal by another puts around itself. */
export interface Presizing {
  readonly before: readonly Statement[];
  readonly after: readonly Statement[];
}

export const NO_PRESIZING: Presizing = { before: [], after: [] };

/** Makes the array parts of the lists that a loop surely fills once, in full, and gives back what it did not fill. */
export function lowerPresizing(
  f: FunctionContext,
  node: Lua.NumericFor,
  from: number,
  step: number,
  to: Expression,
): Presizing {
  if (node.body.some(leaves)) return NO_PRESIZING;
  const filled = step === 1 && from > 0 ? filledLists(f, node) : new Set<Lua.Variable>();
  const appended = [...appendedLists(f, node)].filter(([variable]) => !filled.has(variable));
  const loc = f.region.place(node.start);
  const before: Statement[] = [];
  const after: Statement[] = [];
  const presize = (variable: Lua.Variable, name: RuntimeName, length: Expression) => {
    f.region.large.add(variable);
    const list = id(f.region.variables.get(variable)!);
    before.push(evaluate(call(f.use(name), [id("vm"), list, length], loc)));
    after.push(evaluate(call(f.use("fit"), [list], loc)));
  };
  for (const variable of filled) presize(variable, "presize", to);
  for (const [variable, count] of appended) {
    const turns = turnsOf(from, step, to);
    presize(variable, "presizeAppended", count === 1 ? turns : binary("*", turns, number(count)));
  }
  return { before, after };
}

/** How often the loop turns. */
function turnsOf(from: number, step: number, to: Expression): Expression {
  if (from === 1 && step === 1) return to;
  const distance = binary("-", to, number(from));
  return binary("+", step === 1 ? distance : binary("/", distance, number(step)), number(1));
}

/** The locals that a loop fills from its counter: `t[i] = …`. */
function filledLists(f: FunctionContext, node: Lua.NumericFor): Set<Lua.Variable> {
  const found = new Set<Lua.Variable>();
  for (const statement of node.body) {
    const target = onlyTarget(statement);
    if (target?.key.kind !== "Name" || target.key.variable !== node.variable) continue;
    const variable = listOf(f, target.object);
    if (variable !== undefined) found.add(variable);
  }
  return found;
}

/** The locals that a loop does nothing with but append to them, and how many values a turn: `t[#t + 1] = …`, `table.insert(t, …)`. */
function appendedLists(f: FunctionContext, node: Lua.NumericFor): Map<Lua.Variable, number> {
  const counts = new Map<Lua.Variable, number>();
  const mentions = new Map<Lua.Variable, number>();
  for (const statement of node.body) {
    const name = appendedName(f, statement);
    const variable = name && listOf(f, name);
    if (variable === undefined) continue;
    counts.set(variable, (counts.get(variable) ?? 0) + 1);
    mentions.set(variable, (mentions.get(variable) ?? 0) + (statement.kind === "Assignment" ? 2 : 1));
  }
  if (counts.size === 0) return counts;
  eachSpot(node, (spot) => {
    if (spot.node.kind !== "Name" || spot.node.variable === undefined) return;
    const left = mentions.get(spot.node.variable);
    if (left !== undefined) mentions.set(spot.node.variable, left - 1);
  });
  for (const [variable, left] of mentions) if (left !== 0) counts.delete(variable);
  return counts;
}

/** The name of the list that a statement appends one value to. */
function appendedName(f: FunctionContext, statement: Lua.Statement): Lua.Expression | undefined {
  if (statement.kind === "CallStatement") {
    const { call } = statement;
    if (call.kind !== "Call" || call.arguments.length !== 2) return undefined;
    return fixedName(f, call.callee) === "table.insert" ? call.arguments[0] : undefined;
  }
  const target = onlyTarget(statement);
  if (target?.object.kind !== "Name" || target.key.kind !== "Binary") return undefined;
  const { operator, left, right } = target.key;
  const isNext = operator === "+" && right.kind === "Integer" && right.value === 1;
  if (!isNext || left.kind !== "Unary" || left.operator !== "#" || left.operand.kind !== "Name")
    return undefined;
  return left.operand.variable === target.object.variable ? target.object : undefined;
}

/** The `t[k]` of `t[k] = …`. */
function onlyTarget(statement: Lua.Statement): Lua.Index | undefined {
  if (statement.kind !== "Assignment" || statement.targets.length !== 1) return undefined;
  const [target] = statement.targets;
  return target?.kind === "Index" ? target : undefined;
}

/** The local of a name, if it is one table for all turns: made outside of the loop and not assigned. */
function listOf(f: FunctionContext, name: Lua.Expression): Lua.Variable | undefined {
  if (name.kind !== "Name" || name.variable === undefined) return undefined;
  const { variable } = name;
  return f.region.variables.has(variable) && !f.region.scope.assigned.has(variable) ? variable : undefined;
}

/** True for a statement that may end the loop around it early. */
function leaves(statement: Lua.Statement): boolean {
  switch (statement.kind) {
    case "Break":
    case "Return":
    case "Goto":
      return true;
    case "If":
      return [...statement.clauses.map((clause) => clause.body), statement.otherwise ?? []].some((b) =>
        b.some(leaves),
      );
    case "Do":
    case "While":
    case "Repeat":
    case "NumericFor":
    case "GenericFor":
      return statement.body.some(leaves);
    default:
      return false;
  }
}
