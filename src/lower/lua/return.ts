import { isMulti } from "../../parse/lua/multiple.ts";
import type * as Lua from "../../parse/lua/tree.ts";
import {
  array,
  assign,
  call,
  continues,
  type Expression,
  evaluate,
  id,
  returns,
  type Statement,
  sequence,
  spread,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import { lowerCall, lowerMethodCall } from "./call.ts";
import { leaving } from "./close.ts";
import { lowerExpression, lowerExpressions } from "./expression.ts";
import { hold } from "./operate.ts";

/** `return …`, manual §3.3.4: variables that are closed on the way out are so behind the last value. */
export function lowerReturn(f: FunctionContext, node: Lua.Return): Statement[] {
  const statements = lowerResults(f, node);
  const last = statements[statements.length - 1]!;
  const end = (node.values[node.values.length - 1]?.end ?? node.start + 1) - 1;
  const [leave] = leaving(f, end);
  if (leave === undefined || last.type !== "ReturnStatement") return statements;
  const result = f.temporary();
  const before = evaluate(assign(result, last.argument!));
  return [...statements.slice(0, -1), before, leave, returns(result)];
}

function lowerResults(f: FunctionContext, node: Lua.Return): Statement[] {
  const { values } = node;
  const loc = f.region.location(node.start, node.end);
  if (values.length === 0) return [returns(f.use("EMPTY"), loc)];
  if (values.length > 1) {
    const { values: singles, rest } = lowerExpressions(f, values);
    const items = [...singles.map((value) => value.js), ...(rest === undefined ? [] : [spread(rest.js)])];
    return [returns(array(items), loc)];
  }
  const value = values[0]!;
  if (value.kind === "Vararg") return [returns(f.varargs, loc)];
  if (value.kind !== "Call" && value.kind !== "MethodCall")
    return [returns(lowerExpression(f, value).js, loc)];
  const self = lowerSelfCall(f, value);
  if (self !== undefined) return self;
  return [returns(lowerTail(f, value), loc)];
}

/** `return f(…)`: a tail call, unless variables have to be closed after it. */
function lowerTail(f: FunctionContext, value: Lua.Call | Lua.MethodCall): Expression {
  const isTail = f.closes === 0;
  const result = value.kind === "Call" ? lowerCall(f, value, isTail) : lowerMethodCall(f, value, isTail);
  if (isTail || f.module.colours.suspendsAt(value)) return result.js;
  return call(f.use("settle"), [result.js], f.region.place(value.position));
}

/** A function that calls itself in tail position begins anew with other parameters. */
function lowerSelfCall(f: FunctionContext, value: Lua.Call | Lua.MethodCall): Statement[] | undefined {
  if (f.selfLabel === undefined || f.closes > 0 || value.kind !== "Call" || value.callee.kind !== "Name")
    return undefined;
  const { variable } = value.callee;
  if (variable === undefined || f.region.functions.get(variable) !== f.body) return undefined;
  const last = value.arguments[value.arguments.length - 1];
  if (last !== undefined && isMulti(last)) return undefined;
  f.usesSelf = true;
  const values = value.arguments.map((argument) => lowerExpression(f, argument));
  const { before, parts } = hold(
    f,
    values.map((given) => ({ ...given, js: sequence(given.js) })),
  );
  const held = parts.map((part) =>
    part.type === "Identifier" && part.name.startsWith("$") ? part : keep(f, before, part),
  );
  const targets = f.body.parameters.map((parameter) => id(f.region.variables.get(parameter)!));
  const moves = targets.map((target, position) => assign(target, held[position] ?? id("undefined")));
  return [...before.map(evaluate), ...moves.map(evaluate), continues(f.selfLabel)];
}

/** Parameters are assigned only when all arguments have been read. */
function keep(f: FunctionContext, before: Expression[], part: Expression): Expression {
  if (part.type !== "Identifier") return part;
  const temporary = f.temporary();
  before.push(assign(temporary, part));
  return temporary;
}
