import type * as Lua from "../../parse/lua/tree.ts";
import {
  assign,
  binary,
  boolean,
  call,
  conditional,
  declare,
  type Expression,
  evaluate,
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
import { lowerBlock } from "./statement.ts";

/** `for i = from, to, step do … end`, manual §3.3.5: a plain ES loop when start and step are integer literals. */
export function lowerNumericFor(f: FunctionContext, node: Lua.NumericFor): Statement[] {
  const step = node.step === undefined ? 1 : literal(node.step);
  const from = literal(node.from);
  const body = (counter: string, head: Statement[], kind: Value["kind"]) => {
    f.region.variables.set(node.variable, counter);
    if (!f.region.scope.assigned.has(node.variable)) f.region.kinds.set(node.variable, kind);
    return [lowerFuel(f, node.start, node.end - node.start), ...head, ...lowerBlock(f, node.body)];
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
  for (const variable of found) f.region.presized.add(variable);
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
