import { binaryEvents, unaryEvents } from "../parse/lua/metamethod.ts";
import { isMulti } from "../parse/lua/multiple.ts";
import { leftOperand, longSpine } from "../parse/lua/spine.ts";
import type {
  Binary,
  Call,
  Expression,
  FunctionExpression,
  Index,
  MethodCall,
  Name,
  TableConstructor,
  Unary,
} from "../parse/lua/tree.ts";
import { traceBlock } from "./trace-statement.ts";
import type { Tracer } from "./tracer.ts";
import { type AbstractValue, type CallSite, type FunctionValue, Place, TableValue } from "./value.ts";

type Visitors = {
  readonly [K in Expression["kind"]]: (t: Tracer, node: Extract<Expression, { kind: K }>) => Place;
};

/** Where the values of each kind of expression are (manual §3.4). */
const VISITORS: Visitors = {
  Nil: () => NOTHING,
  Boolean: () => NOTHING,
  Integer: () => NOTHING,
  Float: () => NOTHING,
  String: (t) => t.flow.text,
  Vararg: (t) => t.extra,
  Function: traceFunction,
  Name: traceName,
  Index: traceIndex,
  Call: traceCall,
  MethodCall: traceMethodCall,
  Binary: traceBinary,
  Logical: (t, node) => union(t, [node.left, node.right]),
  Unary: traceUnary,
  Table: traceTable,
  Parenthesized: (t, node) => traceExpression(t, node.expression),
};

/** Where the values of an expression are: for a call, all its results. */
export function traceExpression(t: Tracer, expression: Expression): Place {
  const known = t.known.get(expression);
  if (known !== undefined) return known;
  for (const inner of longSpine(expression, leftOperand, t.known)) t.known.set(inner, visit(t, inner));
  return visit(t, expression);
}

function visit(t: Tracer, expression: Expression): Place {
  return (VISITORS[expression.kind] as (t: Tracer, node: Expression) => Place)(t, expression);
}

/** The values of a list of expressions, all in one place. */
export function traceMerged(t: Tracer, values: readonly Expression[]): Place {
  return values.length === 1 ? traceExpression(t, values[0]!) : union(t, values);
}

/** A place of the values of all expressions. */
function union(t: Tracer, expressions: readonly Expression[]): Place {
  const all = new Place();
  for (const expression of expressions) t.flow.move(traceExpression(t, expression), all);
  return all;
}

/** `function(…) … end`: one value for all closures made from it. */
export function traceFunction(t: Tracer, body: FunctionExpression): Place {
  const { flow } = t;
  const value: FunctionValue = {
    kind: "function",
    body,
    parameters: body.parameters.map((parameter) => t.place(parameter)),
    extra: new Place(),
    returns: new Place(),
  };
  if (body.varargTable !== undefined) {
    const table = new TableValue();
    flow.move(value.extra, table.dynamic);
    flow.add(t.place(body.varargTable), table);
  }
  t.inside(body, value, () => traceBlock(t, body.body));
  return placeOf(value);
}

const placeOf = (value: AbstractValue): Place => new Place([value], true);

/** Where no value is that can be called or indexed. */
const NOTHING = new Place([], true);

function traceName(t: Tracer, name: Name): Place {
  if (name.variable !== undefined) return t.place(name.variable);
  const environment = t.environment(name);
  if (name.name === "_ENV") return environment;
  const site = t.site(name, [environment]);
  t.flow.read(environment, name.name, site);
  return site.result;
}

function traceIndex(t: Tracer, expression: Index): Place {
  const object = traceExpression(t, expression.object);
  const key = traceExpression(t, expression.key);
  const site = t.site(expression, [object, key]);
  const name = expression.key.kind === "String" ? expression.key.value : undefined;
  t.flow.read(object, name, site);
  return site.result;
}

function traceCall(t: Tracer, expression: Call): Place {
  const callee = traceExpression(t, expression.callee);
  const site = callSite(t, expression, []);
  t.flow.call(callee, site);
  return site.result;
}

function traceMethodCall(t: Tracer, expression: MethodCall): Place {
  const object = traceExpression(t, expression.object);
  const site = callSite(t, expression, [object]);
  const method = { arguments: [object], rest: undefined, result: new Place(), callees: site.callees };
  t.flow.read(object, expression.name, method);
  t.flow.call(method.result, site);
  return site.result;
}

function callSite(t: Tracer, call: Call | MethodCall, selves: readonly Place[]): CallSite {
  const last = call.arguments[call.arguments.length - 1];
  const places = call.arguments.map((argument) => traceExpression(t, argument));
  const rest = isMulti(last) ? places.pop() : undefined;
  return t.site(call, [...selves, ...places], rest);
}

function traceBinary(t: Tracer, expression: Binary): Place {
  const { flow } = t;
  const operands = [traceExpression(t, expression.left), traceExpression(t, expression.right)];
  const site = t.site(expression, operands);
  flow.operate(operands, binaryEvents[expression.operator], site);
  if (expression.operator === "..") flow.add(site.result, flow.string);
  return site.result;
}

function traceUnary(t: Tracer, expression: Unary): Place {
  const operand = traceExpression(t, expression.operand);
  if (expression.operator === "not") return NOTHING;
  const site = t.site(expression, [operand]);
  t.flow.operate([operand], unaryEvents[expression.operator], site);
  return site.result;
}

function traceTable(t: Tracer, expression: TableConstructor): Place {
  const { flow } = t;
  const table = new TableValue();
  for (const item of expression.items) {
    const value = traceExpression(t, item.value);
    if (item.kind === "Positional") flow.move(value, table.dynamic);
    else if (item.key.kind === "String") flow.move(value, flow.field(table, item.key.value));
    else {
      flow.move(traceExpression(t, item.key), table.keys);
      flow.move(value, table.dynamic);
    }
  }
  return placeOf(table);
}
