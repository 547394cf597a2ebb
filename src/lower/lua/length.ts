import type * as Lua from "../../parse/lua/tree.ts";
import { binary, call, conditional, delegate, id, logical, member, nil, number, sequence } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Value } from "../value.ts";
import { lowerExpression } from "./expression.ts";
import { operandName } from "./operand.ts";
import { hold, operate } from "./operate.ts";
import { isTable, mayBeTable } from "./table-test.ts";

/** `#operand`; in hot code the border of a list without metatable is read in place (manual §3.4.7). */
export function lowerLength(f: FunctionContext, node: Lua.Unary): Value {
  const operand = lowerExpression(f, node.operand);
  const site = f.region.site(node.position, [operandName(f, node.operand)]);
  const loc = f.region.location(node.position, node.position + 1);
  if (f.module.colours.suspendsAt(node)) {
    return operate(f, [operand], site, ([a]) => delegate(call(f.use("lenSteps"), [id("vm"), a!], loc)));
  }
  if (!f.hot || !mayBeTable(operand))
    return operate(f, [operand], site, ([a]) => call(f.use("len"), [id("vm"), a!], loc));
  const { before, parts } = hold(f, [operand]);
  const a = parts[0]!;
  const test = logical(
    "&&",
    ...isTable(operand, a, "arr"),
    binary("===", member(a, "mt"), nil()),
    binary("===", member(a, "rest"), nil()),
  );
  const fast = binary("-", member(member(a, "arr"), "length"), number(1));
  const slow = sequence(f.moveTo(site), call(f.use("len"), [id("vm"), a], loc));
  return { js: sequence(...before, conditional(test, fast, slow)), moves: true, kind: undefined };
}
