import type * as Lua from "../../parse/lua/tree.ts";
import { assign, call, evaluate, id, returns, type Statement } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { RegionContext } from "../region-context.ts";
import { fixedName } from "./access.ts";

/**
 * The statements of a block, behind which the large tables that only this block knows give their array parts back. A block that is left
 * in another way than by its end leaves them to the garbage collector.
 */
export function lowerSpares(f: FunctionContext, block: Lua.Block, statements: Statement[]): Statement[] {
  const spares = block.flatMap((statement) => sparesOf(f, statement));
  if (spares.length === 0) return statements;
  const given = spares.map((variable) =>
    evaluate(call(f.use("giveBack"), [id("vm"), id(f.region.variables.get(variable)!)])),
  );
  const end = block[block.length - 1]!;
  if (end.kind === "Break" || end.kind === "Goto") return statements;
  if (end.kind !== "Return") return [...statements, ...given];
  const last = statements[statements.length - 1]!;
  if (last.type !== "ReturnStatement" || !last.argument || end.values.some((value) => isTailCall(f, value)))
    return statements;
  const { argument } = last;
  return f.statement(() => {
    const result = f.temporary();
    return [...statements.slice(0, -1), evaluate(assign(result, argument)), ...given, returns(result)];
  });
}

/** Calls in tail position run when the block is over, but for those of library functions. */
function isTailCall(f: FunctionContext, node: Lua.Expression): boolean {
  return node.kind === "MethodCall" || (node.kind === "Call" && fixedName(f, node.callee) === undefined);
}

function sparesOf(f: FunctionContext, statement: Lua.Statement): Lua.Variable[] {
  if (statement.kind !== "Local") return [];
  const { variables, values } = statement;
  const { shared, captured } = f.region.scope;
  return variables.filter(
    (variable, place) =>
      values[place]?.kind === "Table" &&
      !shared.has(variable) &&
      !captured.has(variable) &&
      isLargeAndFree(f.region, variable),
  );
}

/** True for a table that may be large, where it and what it is given to mean the functions that they name. */
function isLargeAndFree(region: RegionContext, variable: Lua.Variable): boolean {
  const { lent, lentTo } = region.scope;
  const reached = new Set([variable]);
  for (const local of reached) for (const parameter of lentTo.get(local) ?? []) reached.add(parameter);
  const locals = [...reached];
  return (
    locals.some((local) => region.large.has(local)) &&
    locals.every((local) => [...(lent.get(local) ?? [])].every((name) => region.isFixed(name)))
  );
}
