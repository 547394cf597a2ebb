import type * as Lua from "../../parse/lua/tree.ts";
import { BreakTarget, type FunctionContext, type Value } from "../context.ts";
import {
  array,
  assign,
  binary,
  block,
  boolean,
  breaks,
  call,
  conditional,
  declare,
  delegate,
  type Expression,
  element,
  evaluate,
  id,
  labeled,
  loop,
  member,
  number,
  type Statement,
  sequence,
  spread,
  update,
  when,
} from "../es.ts";
import { lowerCallee } from "./call.ts";
import { closing, leaving } from "./close.ts";
import { lowerCondition, lowerExpression, lowerExpressions } from "./expression.ts";
import { lowerFuel } from "./function.ts";
import { lowerLabelled } from "./goto.ts";
import { operandName } from "./operand.ts";
import { operate } from "./operate.ts";
import { lowerBlock } from "./statement.ts";

/** `while condition do … end` */
export function lowerWhile(f: FunctionContext, node: Lua.While): Statement[] {
  return lowerLoop(f, () => {
    const test = f.statement(() => lowerCondition(f, node.condition).js);
    return loop([lowerFuel(f, node.start), ...lowerBlock(f, node.body)], isTrue(test) ? {} : { test });
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
      return loop([lowerFuel(f, node.start), ...body]);
    }),
  );
}

/** Lowers a loop with its own `break` target. */
function lowerLoop(f: FunctionContext, lower: () => Statement): Statement[] {
  const outer = f.breakTarget;
  const target = new BreakTarget(f.constant("loop"));
  f.breakTarget = target;
  f.loops++;
  const statement = lower();
  f.loops--;
  f.breakTarget = outer;
  return [target.isLabelled ? labeled(target.label, statement) : statement];
}

const isTrue = (test: Expression) => test.type === "Literal" && test.value === true;

/** `for i = from, to, step do … end`, manual §3.3.5: a plain ES loop when start and step are integer literals. */
export function lowerNumericFor(f: FunctionContext, node: Lua.NumericFor): Statement[] {
  const step = node.step === undefined ? 1 : literal(node.step);
  const from = literal(node.from);
  const body = (counter: string, head: Statement[], kind: Value["kind"]) => {
    f.region.variables.set(node.variable, counter);
    if (!f.region.scope.assigned.has(node.variable)) f.region.kinds.set(node.variable, kind);
    return [lowerFuel(f, node.start), ...head, ...lowerBlock(f, node.body)];
  };
  return f.region.names.scope(() => {
    const name = f.region.names.declare(node.variable.name);
    if (
      from !== undefined &&
      step !== undefined &&
      step !== 0 &&
      !f.region.scope.assigned.has(node.variable)
    ) {
      return lowerCounted(f, node, from, step, name, body);
    }
    return lowerPrepared(f, node, step, name, body);
  });
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
  from: number,
  step: number,
  name: string,
  body: Body,
): Statement[] {
  const bound = literal(node.to);
  const limit = f.constant("limit");
  const before = bound === undefined ? [declare("const", [[limit, lowerLimit(f, node, step < 0)]])] : [];
  const to = bound === undefined ? id(limit) : number(bound);
  const filled = step === 1 && from > 0 ? filledTables(f, node) : [];
  const loops = lowerLoop(f, () =>
    loop(body(name, [], "index"), {
      init: declare("let", [[name, number(from)]]),
      test: binary(step > 0 ? "<=" : ">=", id(name), to),
      update: advance(name, step),
    }),
  );
  return [
    ...before,
    ...filled.map((table) =>
      evaluate(call(f.use("presize"), [id("vm"), table, to], f.region.place(node.start))),
    ),
    ...loops,
    ...filled.map((table) => evaluate(call(f.use("fit"), [table], f.region.place(node.start)))),
  ];
}

/** The locals that a loop surely fills from its counter (`t[i] = …`): their array parts can be made once. */
function filledTables(f: FunctionContext, node: Lua.NumericFor): Expression[] {
  if (node.body.some(leaves)) return [];
  const found = new Set<Lua.Variable>();
  for (const statement of node.body) {
    if (statement.kind !== "Assignment" || statement.targets.length !== 1) continue;
    const [target] = statement.targets;
    if (target?.kind !== "Index" || target.object.kind !== "Name" || target.key.kind !== "Name") continue;
    const { variable } = target.object;
    if (
      target.key.variable !== node.variable ||
      variable === undefined ||
      f.region.scope.assigned.has(variable)
    )
      continue;
    // A table made in the loop is another one each time.
    if (f.region.variables.has(variable)) found.add(variable);
  }
  return [...found].map((variable) => id(f.region.variables.get(variable)!));
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

/** `for k, v in explist do … end`, manual §3.3.5: the runtime steps the iterator. */
export function lowerGenericFor(f: FunctionContext, node: Lua.GenericFor): Statement[] {
  const iteration = f.constant("iteration");
  const suspends = f.module.colours.suspendsAt(node);
  const site = f.region.site(node.position, ["for iterator 'for iterator'"]);
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
      loop([lowerFuel(f, node.start), ...head, ...lowerBlock(f, node.body)], {
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
