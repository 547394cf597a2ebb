import type * as Lua from "../../parse/lua/tree.ts";
import {
  assign,
  binary,
  boolean,
  call,
  conditional,
  declare,
  type Expression,
  id,
  loop,
  member,
  number,
  type Statement,
  update,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Value } from "../value.ts";
import { lowerExpression } from "./expression.ts";
import { lowerFuel } from "./function.ts";
import { lowerLoop } from "./loop.ts";
import { operate } from "./operate.ts";
import { isPositive } from "./positive.ts";
import { lowerPresizing, NO_PRESIZING } from "./presize.ts";
import { lowerBlock } from "./statement.ts";

/**
 * `for i = from, to, step do … end`, manual §3.3.5: a plain ES loop when the step is a small integer literal and the start is an integer
 * literal or another such counter, or close to one.
 */
export function lowerNumericFor(f: FunctionContext, node: Lua.NumericFor): Statement[] {
  const step = node.step === undefined ? 1 : literal(node.step);
  const body = (counter: string, head: Statement[], kind: Value["kind"]) => {
    f.region.variables.set(node.variable, counter);
    if (!f.region.scope.assigned.has(node.variable)) f.region.kinds.set(node.variable, kind);
    return [lowerFuel(f, node.start, node.end - node.start), ...head, ...lowerBlock(f, node.body)];
  };
  return f.region.names.scope(() => {
    const isPlain =
      step !== undefined &&
      step !== 0 &&
      Math.abs(step) <= LARGEST_STEP &&
      !f.region.scope.assigned.has(node.variable);
    const start = isPlain ? counterFrom(f, node) : undefined;
    const name = f.region.names.declare(node.variable.name);
    return start === undefined
      ? lowerPrepared(f, node, step, name, body)
      : lowerCounted(f, node, start, step!, name, body);
  });
}

/** By larger steps a counter could leave the safe integers in the time that a run has. */
const LARGEST_STEP = 1024;

/** Where a plain loop begins; undefined for a start that may be another kind of number, or close to the end of the safe integers. */
function counterFrom(f: FunctionContext, node: Lua.NumericFor): Expression | undefined {
  const from = literal(node.from);
  if (from !== undefined) return number(from);
  const start = lowerExpression(f, node.from);
  if (start.kind === "index" && !start.moves) return start.js;
  f.lowered.set(node.from, start);
  return undefined;
}

type Body = (counter: string, head: Statement[], kind: Value["kind"]) => Statement[];

/** The value of an integer literal that leaves any counter in the safe range. */
function literal(node: Lua.Expression): number | undefined {
  if (node.kind === "Unary" && node.operator === "-") {
    const value = literal(node.operand);
    return value === undefined ? undefined : 0 - value;
  }
  return node.kind === "Integer" && typeof node.value === "number" && Math.abs(node.value) < 2 ** 31
    ? node.value
    : undefined;
}

function lowerCounted(
  f: FunctionContext,
  node: Lua.NumericFor,
  from: Expression,
  step: number,
  name: string,
  body: Body,
): Statement[] {
  const bound = literal(node.to);
  const first = literal(node.from);
  if (step > 0 ? isPositive(f, node.from) : bound !== undefined && bound > 0)
    f.region.positive.add(node.variable);
  const limit = f.constant("limit");
  const before = bound === undefined ? [declare("const", [[limit, lowerLimit(f, node, step < 0)]])] : [];
  const to = bound === undefined ? id(limit) : number(bound);
  const { before: presizes, after } =
    first === undefined ? NO_PRESIZING : lowerPresizing(f, node, first, step, to);
  const loops = lowerLoop(f, () =>
    loop(body(name, [], "index"), {
      init: declare("let", [[name, from]]),
      test: binary(step > 0 ? "<=" : ">=", id(name), to),
      update: advance(name, step),
    }),
  );
  return [...before, ...presizes, ...loops, ...after];
}

function advance(name: string, step: number): Expression {
  if (step === 1) return update("++", id(name), false);
  return step > 0 ? assign(id(name), number(step), "+=") : assign(id(name), number(-step), "-=");
}

function lowerLimit(f: FunctionContext, node: Lua.NumericFor, isDown: boolean): Expression {
  const to = lowerExpression(f, node.to);
  return operate(f, [to], f.region.site(node.position, []), ([value]) =>
    call(
      f.use("forLimit"),
      [id("vm"), value!, ...(isDown ? [boolean(true)] : [])],
      f.region.place(node.position),
    ),
  ).js;
}

/** Any start and step: the runtime prepares three numbers; the visible variable is the counter as a Lua value. */
function lowerPrepared(
  f: FunctionContext,
  node: Lua.NumericFor,
  step: number | undefined,
  name: string,
  body: Body,
): Statement[] {
  const range = f.constant("range");
  const counter = f.constant("counter");
  const operands = [node.from, node.to, ...(node.step ? [node.step] : [])].map((bound) =>
    lowerExpression(f, bound),
  );
  const prepared = operate(f, operands, f.region.site(node.position, []), (bounds) =>
    call(
      f.use("forLoop"),
      [id("vm"), ...bounds, ...(node.step ? [] : [number(1)])],
      f.region.place(node.position),
    ),
  );
  const limit = f.constant("to");
  const stride = f.constant("step");
  const [up, down] = [binary("<=", id(counter), id(limit)), binary(">=", id(counter), id(limit))];
  const test =
    step === undefined ? conditional(binary(">", id(stride), number(0)), up, down) : step > 0 ? up : down;
  const value = conditional(
    member(id(range), "plain"),
    id(counter),
    call(f.use("forValue"), [id(range), id(counter)]),
  );
  const isAssigned = f.region.scope.assigned.has(node.variable);
  const loops = lowerLoop(f, () =>
    loop(body(name, [declare(isAssigned ? "let" : "const", [[name, value]])], undefined), {
      init: declare("let", [[counter, member(id(range), "from")]]),
      test,
      update: assign(id(counter), id(stride), "+="),
    }),
  );
  const constants = declare("const", [
    [range, prepared.js],
    [limit, member(id(range), "to")],
    [stride, member(id(range), "step")],
  ]);
  return [constants, ...loops];
}
