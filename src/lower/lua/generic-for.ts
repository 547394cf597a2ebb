import type * as Lua from "../../parse/lua/tree.ts";
import {
  array,
  call,
  declare,
  delegate,
  element,
  id,
  loop,
  member,
  number,
  type Statement,
  sequence,
  spread,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Value } from "../value.ts";
import { lowerCallee } from "./call.ts";
import { closing } from "./close.ts";
import { lowerExpression, lowerExpressions } from "./expression.ts";
import { lowerFuel } from "./function.ts";
import { lowerLoop } from "./loop.ts";
import { operandName } from "./operand.ts";
import { operate } from "./operate.ts";
import { lowerBlock } from "./statement.ts";

/** `for k, v in explist do … end`, manual §3.3.5: the runtime steps the iterator. */
export function lowerGenericFor(f: FunctionContext, node: Lua.GenericFor): Statement[] {
  const iteration = f.constant("iteration");
  const suspends = f.module.colours.suspendsAt(node);
  const site = f.region.site(node.position, [{ kind: "for iterator", name: "for iterator" }]);
  const isElsewhere = f.region.place(node.doPosition).start.line !== f.region.place(node.position).start.line;
  const beginSite = isElsewhere ? f.region.site(node.doPosition, []) : site;
  const begin =
    suspends || f.module.closes ? lowerIteration(f, node, beginSite) : lowerWalk(f, node, beginSite);
  const loc = f.region.place(node.position);
  const advanceCall = call(member(id(iteration), suspends ? "steps" : "next"), [], loc);
  return f.region.names.scope(() => {
    const head = node.variables.map((variable, position) => {
      const name = f.region.names.declare(variable.name);
      f.region.variables.set(variable, name);
      const value =
        position < 2
          ? member(id(iteration), position === 0 ? "k" : "v")
          : element(member(id(iteration), "values"), number(position));
      return declare(f.region.scope.assigned.has(variable) ? "let" : "const", [[name, value]]);
    });
    if (f.module.closes) f.closes++;
    const loops = lowerLoop(f, () =>
      loop([lowerFuel(f, node.start, node.end - node.start), ...head, ...lowerBlock(f, node.body)], {
        test: sequence(f.moveTo(site), suspends ? delegate(advanceCall) : advanceCall),
      }),
    );
    const before = declare("const", [[iteration, begin.js]]);
    if (!f.module.closes) return [before, ...loops];
    f.closes--;
    // The fourth value of `explist` is closed when the loop ends.
    return [before, ...closing(f, member(id(iteration), "closing"), node.end - 1, loops, loc)];
  });
}

/** `forIn(vm, values)` */
function lowerIteration(f: FunctionContext, node: Lua.GenericFor, site: number): Value {
  const { values, rest } = lowerExpressions(f, node.values);
  return operate(f, [...values, ...(rest === undefined ? [] : [rest])], site, (given) => {
    const list =
      rest !== undefined && given.length === 1
        ? given[0]!
        : array(rest === undefined ? given : [...given.slice(0, -1), spread(given[given.length - 1]!)]);
    return call(f.use("forIn"), [id("vm"), list], f.region.place(node.doPosition));
  });
}

const WALKERS = new Set(["pairs", "ipairs"]);

/** `in pairs(t)`: no array is made for each step, unless the name turns out to mean something else. */
function lowerWalk(f: FunctionContext, node: Lua.GenericFor, site: number): Value {
  const [only] = node.values;
  if (node.values.length !== 1 || only?.kind !== "Call" || node.variables.length > 2)
    return lowerIteration(f, node, site);
  const { callee, arguments: given } = only;
  const isWalker = callee.kind === "Name" && callee.variable === undefined && WALKERS.has(callee.name);
  if (!isWalker || given.length !== 1 || f.module.colours.suspendsAt(only))
    return lowerIteration(f, node, site);
  const callSite = f.region.site(only.position, [operandName(f, callee)]);
  const loc = f.region.place(only.position);
  const walker = lowerCallee(f, callee, callSite, loc);
  return operate(f, [walker, lowerExpression(f, given[0]!)], callSite, ([walk, table]) =>
    call(f.use("forWalk"), [id("vm"), walk!, table!], loc),
  );
}
