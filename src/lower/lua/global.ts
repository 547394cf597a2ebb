import type * as Lua from "../../parse/lua/tree.ts";
import { call, evaluate, type Statement, sequence, text } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import { environment } from "./access.ts";
import { lowerAssignment, lowerStore } from "./assignment.ts";
import { lowerFunction } from "./function.ts";
import { still } from "./operate.ts";

/** `global x = 1` (5.5): an initialised global must be nil before. */
export function lowerGlobalDeclaration(f: FunctionContext, node: Lua.GlobalDeclaration): Statement[] {
  if (node.values === undefined) return [];
  const values = lowerAssignment(f, {
    kind: "Assignment",
    start: node.start,
    end: node.end,
    targets: node.names,
    values: node.values,
  });
  return [...node.names.map((name) => lowerUndefinedCheck(f, name)), ...values];
}

/** `global function f() … end` (5.5) */
export function lowerGlobalFunction(f: FunctionContext, node: Lua.GlobalFunction): Statement[] {
  const value = still(lowerFunction(f.region, node.function), "function");
  return [lowerUndefinedCheck(f, node.name), ...lowerStore(f, node.name, value, node.start)];
}

function lowerUndefinedCheck(f: FunctionContext, name: Lua.Name): Statement {
  const check = call(
    f.use("checkUndefined"),
    [environment(f, name).js, text(name.name)],
    f.region.place(name.start),
  );
  return evaluate(sequence(f.moveTo(f.region.site(name.start, [])), check));
}
