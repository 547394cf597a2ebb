import type * as Lua from "../../parse/lua/tree.ts";
import { BreakTarget } from "../break-target.ts";
import { block, breaks, type Expression, labeled, loop, type Statement, when } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import { leaving } from "./close.ts";
import { lowerFuel } from "./function.ts";
import { lowerLabelled } from "./goto.ts";
import { lowerCondition } from "./logical.ts";
import { lowerBlock } from "./statement.ts";

/** `while condition do … end` */
export function lowerWhile(f: FunctionContext, node: Lua.While): Statement[] {
  return lowerLoop(f, () => {
    const test = f.statement(() => lowerCondition(f, node.condition).js);
    return loop(
      [lowerFuel(f, node.start, node.end - node.start), ...lowerBlock(f, node.body)],
      isTrue(test) ? {} : { test },
    );
  });
}

/** `repeat … until condition`: the condition sees the body's locals. */
export function lowerRepeat(f: FunctionContext, node: Lua.Repeat): Statement[] {
  return lowerLoop(f, () =>
    f.region.names.scope(() => {
      const until = () => {
        const test = f.statement(() => lowerCondition(f, node.condition).js);
        const leave = breaks(f.breakTarget?.use());
        const move = leaving(f, node.condition.end - 1);
        return [when(test, move.length === 0 ? leave : block([...move, leave]))];
      };
      const body = lowerLabelled(f, node.body, until, node.condition.end - 1);
      return loop([lowerFuel(f, node.start, node.end - node.start), ...body]);
    }),
  );
}

/** Lowers a loop with its own `break` target. */
export function lowerLoop(f: FunctionContext, lower: () => Statement): Statement[] {
  const outer = f.breakTarget;
  const target = new BreakTarget(f.constant("loop"));
  f.breakTarget = target;
  f.loops++;
  const statement = lower();
  f.loops--;
  f.breakTarget = outer;
  const whole = target.isLabelled ? labeled(target.label, statement) : statement;
  return [f.recurs && f.loops === 0 ? deeper(whole) : whole];
}

/**
 * `for (;;) { …; break; }`: puts a loop one deeper than it is. V8 replaces a frame on the stack once it has looked at the frame's function more
 * often than the loop is deep. Of a function that recurs many frames stand there when its optimised code is ready, so that it looks
 * once more; code made for the loop alone is what later calls would be stuck in.
 */
const deeper = (statement: Statement): Statement => loop([statement, breaks()]);

const isTrue = (test: Expression) => test.type === "Literal" && test.value === true;
