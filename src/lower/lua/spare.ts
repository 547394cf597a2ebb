import type * as Lua from "../../parse/lua/tree.ts";
import { assign, call, evaluate, id, returns, type Statement } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";

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
  if (last.type !== "ReturnStatement" || !last.argument || end.values.some(isCall)) return statements;
  const { argument } = last;
  return f.statement(() => {
    const result = f.temporary();
    return [...statements.slice(0, -1), evaluate(assign(result, argument)), ...given, returns(result)];
  });
}

/** Calls in tail position run when the block is over. */
const isCall = ({ kind }: Lua.Expression): boolean => kind === "Call" || kind === "MethodCall";

function sparesOf({ region }: FunctionContext, statement: Lua.Statement): Lua.Variable[] {
  if (statement.kind !== "Local") return [];
  const { variables, values } = statement;
  const { shared, captured, lent } = region.scope;
  return variables.filter(
    (variable, place) =>
      region.presized.has(variable) &&
      values[place]?.kind === "Table" &&
      !shared.has(variable) &&
      [...(lent.get(variable) ?? [])].every((name) => region.isFixed(name)) &&
      !captured.has(variable),
  );
}
