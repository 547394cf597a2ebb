import { isMulti } from "../parse/lua/multiple.ts";
import type {
  Block,
  Expression,
  GenericFor,
  Index,
  Local,
  Name,
  NumericFor,
  Statement,
} from "../parse/lua/tree.ts";
import { traceExpression, traceFunction, traceMerged } from "./trace-expression.ts";
import type { Tracer } from "./tracer.ts";
import { Place } from "./value.ts";

type Visitors = {
  readonly [K in Statement["kind"]]: (t: Tracer, node: Extract<Statement, { kind: K }>) => void;
};

/** How values move through each kind of statement (manual §3.3). */
const VISITORS: Visitors = {
  Local: traceLocal,
  LocalFunction: (t, node) => t.flow.move(traceFunction(t, node.function), t.place(node.variable)),
  GlobalDeclaration: (t, { names, values }) => {
    if (values !== undefined)
      assignAll(
        t,
        names.map((name) => traceTarget(t, name)),
        values,
      );
  },
  GlobalFunction: (t, node) => traceTarget(t, node.name)(traceFunction(t, node.function)),
  Assignment: (t, { targets, values }) =>
    assignAll(
      t,
      targets.map((target) => traceTarget(t, target)),
      values,
    ),
  FunctionDeclaration: (t, node) => traceTarget(t, node.target)(traceFunction(t, node.function)),
  CallStatement: (t, node) => {
    traceExpression(t, node.call);
  },
  Do: (t, node) => traceBlock(t, node.body),
  While: (t, node) =>
    t.loop(() => {
      traceExpression(t, node.condition);
      traceBlock(t, node.body);
    }),
  Repeat: (t, node) =>
    t.loop(() => {
      traceBlock(t, node.body);
      traceExpression(t, node.condition);
    }),
  If: (t, { clauses, otherwise }) => {
    for (const { condition, body } of clauses) {
      traceExpression(t, condition);
      traceBlock(t, body);
    }
    traceBlock(t, otherwise ?? []);
  },
  NumericFor: traceNumericFor,
  GenericFor: traceGenericFor,
  Return: (t, node) => t.flow.move(traceMerged(t, node.values), t.returns),
  Label: (t) => t.label(),
  Break: () => {},
  Goto: () => {},
};

/** Follows the values of statements in order. */
export function traceBlock(t: Tracer, block: Block): void {
  for (const statement of block) {
    (VISITORS[statement.kind] as (t: Tracer, node: Statement) => void)(t, statement);
  }
}

/** `local a, b <close> = …`: what is closed is called with itself and what was raised. */
function traceLocal(t: Tracer, node: Local): void {
  const { flow } = t;
  const { variables, values } = node;
  assignAll(
    t,
    variables.map((variable) => (value: Place) => flow.move(value, t.place(variable))),
    values,
  );
  for (const variable of variables) {
    if (variable.attribute !== "close") continue;
    const place = t.place(variable);
    flow.operate([place], "__close", t.site(node, [place, t.flow.raised]));
  }
}

function traceNumericFor(t: Tracer, { from, to, step, body }: NumericFor): void {
  for (const bound of [from, to, step]) if (bound) traceExpression(t, bound);
  t.loop(() => traceBlock(t, body));
}

/** `for k, v in …`: the iterator is called in the loop with the other values; the last of them may be closed. */
function traceGenericFor(t: Tracer, node: GenericFor): void {
  const { flow } = t;
  const values = traceMerged(t, node.values);
  t.loop(() => {
    const site = t.site(node, [values, values]);
    flow.call(values, site);
    for (const variable of node.variables) flow.move(site.result, t.place(variable));
    flow.operate([values], "__close", { ...site, result: new Place() });
    traceBlock(t, node.body);
  });
}

/** Gives each target its value, the last call or `...` to all that are left. */
function assignAll(
  t: Tracer,
  targets: readonly ((value: Place) => void)[],
  values: readonly Expression[],
): void {
  const places = values.map((value) => traceExpression(t, value));
  targets.forEach((target, position) => {
    const place = places[Math.min(position, places.length - 1)];
    const last = values[values.length - 1];
    if (place !== undefined && (position < places.length || isMulti(last))) target(place);
  });
}

/** What an assignment to `target` does with a value; evaluates the target's parts. */
function traceTarget(t: Tracer, target: Name | Index): (value: Place) => void {
  return target.kind === "Name" ? traceNameTarget(t, target) : traceIndexTarget(t, target);
}

function traceNameTarget(t: Tracer, target: Name): (value: Place) => void {
  const { flow } = t;
  if (target.variable !== undefined) {
    const place = t.place(target.variable);
    return (value) => flow.move(value, place);
  }
  const environment = t.environment(target);
  if (target.name === "_ENV" && target.environment === undefined) {
    return (value) => flow.move(value, environment);
  }
  const site = t.site(target, [environment]);
  return (value) => flow.write(environment, target.name, value, site);
}

function traceIndexTarget(t: Tracer, target: Index): (value: Place) => void {
  const { flow } = t;
  const object = traceExpression(t, target.object);
  const key = traceExpression(t, target.key);
  const name = target.key.kind === "String" ? target.key.value : undefined;
  const site = t.site(target, [object, key]);
  if (name === undefined) flow.watch(object, (table) => table.kind === "table" && flow.move(key, table.keys));
  return (value) => flow.write(object, name, value, { ...site, arguments: [object, key, value] });
}
