import { isMulti } from "../../parse/lua/multiple.ts";
import type * as Lua from "../../parse/lua/tree.ts";
import {
  assign,
  block,
  breaks,
  call,
  type Expression,
  evaluate,
  id,
  type Statement,
  text,
  when,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Value } from "../value.ts";
import { fixedName } from "./access.ts";
import { lowerExpression, lowerSingles } from "./expression.ts";
import { lowerCondition, negate } from "./logical.ts";
import { operandName } from "./operand.ts";
import { operate, still } from "./operate.ts";

/**
 * The statement `error(…)` or `assert(…)` in hot code: the error is made here and leaves the frame behind its `catch`, because every
 * exception that passes a frame costs as much again. Undefined for any other call.
 */
export function lowerRaise(f: FunctionContext, node: Lua.Call | Lua.MethodCall): Statement[] | undefined {
  if (node.kind !== "Call" || !f.hotFunction || f.generator || f.closes > 0) return undefined;
  const { arguments: given } = node;
  if (given.length < 1 || given.length > 2) return undefined;
  const name = fixedName(f, node.callee);
  if (name === "assert") return lowerAssert(f, node);
  if (name !== "error" || (given.length === 1 && isMulti(given[0]!))) return undefined;
  return raise(f, node, lowerSingles(f, given).values);
}

/** `assert(condition)` and `assert(condition, "message")`: other messages are computed whatever the condition is, so the library does it. */
function lowerAssert(f: FunctionContext, node: Lua.Call): Statement[] | undefined {
  const [condition, message] = node.arguments;
  if (message === undefined ? isMulti(condition!) : message.kind !== "String") return undefined;
  const failed = negate(lowerCondition(f, condition!).js);
  const thrown =
    message === undefined ? still(text("assertion failed!"), "string") : lowerExpression(f, message);
  return [when(failed, block(raise(f, node, [thrown])))];
}

/** Makes the error, as `error` does, and leaves the guarded part of the function. */
function raise(f: FunctionContext, node: Lua.Call, values: readonly Value[]): Statement[] {
  f.raises = true;
  const site = f.region.site(node.position, [operandName(f, node.callee)]);
  const loc = f.region.place(node.position);
  const make = (parts: Expression[]) => call(f.use("raised"), parts, loc);
  return [evaluate(assign(id("raised$"), operate(f, values, site, make).js)), breaks("raise$")];
}
