import type { FunctionBody, FunctionExpression, Variable } from "../../parse/lua/tree.ts";
import {
  arrow,
  assign,
  attempt,
  binary,
  call,
  declare,
  delegate,
  type Expression,
  evaluate,
  functionExpression,
  generator,
  id,
  labeled,
  loop,
  member,
  number,
  rest,
  returns,
  type Statement,
  sequence,
  throws,
  update,
  when,
} from "../es.ts";
import { FunctionContext } from "../function-context.ts";
import type { RegionContext } from "../region-context.ts";
import { lowerBlock } from "./statement.ts";

/** A Lua function as an ES function; one that may suspend as a generator with its plain form (manual §3.4.11). */
export function lowerFunction(region: RegionContext, node: FunctionExpression): Expression {
  const { colours } = region.module;
  return region.names.scope(() => {
    const f = new FunctionContext(region, node, colours.suspends(node), colours.hot(node));
    const { params, body } = lowerBody(f, node);
    if (f.raises) return functionExpression(params, body, "self$");
    if (!f.generator) return arrow(params, { type: "BlockStatement", body });
    return call(f.use("suspending"), [id("vm"), generator(params, body)]);
  });
}

/** The body of a chunk, which always is a generator: `function* (vm, globals)`. */
export function lowerChunk(region: RegionContext): Statement[] {
  const { chunk } = region.region;
  const f = new FunctionContext(region, chunk, true, false);
  const { body } = lowerBody(f, chunk);
  const environment = region.scope.assignsEnvironment
    ? [declare("let", [[region.environment, id("globals")]])]
    : [];
  return [...environment, ...region.blockConstants, ...body];
}

/** So many bytes of program text, to a power of two, cost a unit of fuel. */
const UNIT = 8;
/** So many extra arguments, to a power of two, cost a unit where a function may pass them on or make a list of them. */
const EXTRA = 2;

/**
 * `spend(vm);` (CAN-01), in suspending code `if (--vm.fuel < vm.floor) yield* pause(vm);`, which also lets the event loop turn. One shared function
 * keeps the rare refill from throwing away the optimised code of every loop it first happens in. What a turn of a loop or a call may do in one go
 * grows with the text, `work` in bytes, and with `...`: both cost more fuel. Where steps are counted, each is one, whatever it costs: `vm.steps++`
 * stands before that.
 */
export function lowerFuel(f: FunctionContext, position: number, work: number): Statement {
  const loc = f.region.place(position);
  const fixed = 1 + (work >> UNIT);
  const extra = f.rest === undefined ? undefined : binary(">>", member(f.varargs, "length"), number(EXTRA));
  const units = extra === undefined ? number(fixed) : binary("+", number(fixed), extra);
  const isOne = extra === undefined && fixed === 1;
  const counted = f.module.countsSteps ? [update("++", member(id("vm"), "steps"), false)] : [];
  if (!f.generator) {
    const spent = call(f.use("spend"), isOne ? [id("vm")] : [id("vm"), units], loc);
    return evaluate(sequence(...counted, spent));
  }
  const fuel = member(id("vm"), "fuel");
  const left = isOne ? update("--", fuel, true) : assign(fuel, units, "-=");
  return when(
    sequence(...counted, binary("<", left, member(id("vm"), "floor"))),
    evaluate(delegate(call(f.use("pause"), [id("vm")], loc))),
  );
}

function lowerBody(f: FunctionContext, node: FunctionBody) {
  const { names, variables } = f.region;
  const declareName = (variable: Variable) => {
    const name = names.declare(variable.name);
    variables.set(variable, name);
    return id(name);
  };
  const params = [...node.parameters.map(declareName), ...(isVariadic(f, node) ? [lowerRest(f)] : [])];
  if (isSelfCalling(f, node)) f.selfLabel = f.constant("self");
  const table =
    node.varargTable === undefined
      ? []
      : [declare("const", [[declareName(node.varargTable).name, call(f.use("varargTable"), [f.varargs])]])];
  const statements = [...table, ...lowerBlock(f, node.body)];
  const work = f.module.colours.workOf(node);
  const fuel = work > 0 ? [lowerFuel(f, node.start, work)] : [];
  if (node.body[node.body.length - 1]?.kind !== "Return") statements.push(returns(f.use("EMPTY")));
  const looped =
    f.selfLabel === undefined || !f.usesSelf
      ? [...fuel, ...statements]
      : [labeled(f.selfLabel, loop([...fuel, ...statements]))];
  return { params, body: frame(f, looped) };
}

/** A chunk is variadic too, but is called without arguments. */
function isVariadic(f: FunctionContext, node: FunctionBody): boolean {
  return node.vararg && node !== f.region.region.chunk;
}

function lowerRest(f: FunctionContext) {
  f.rest = f.region.names.declare("rest");
  return rest(f.rest);
}

/** A function that calls itself in tail position may reuse its frame when no closure holds a parameter. */
function isSelfCalling(f: FunctionContext, node: FunctionBody): boolean {
  return !node.vararg && node.parameters.every((parameter) => !f.region.scope.captured.has(parameter));
}

/**
 * The registers of a frame, and the `catch` that completes the position of errors that pass. An error that the function raises itself leaves
 * it behind that, and is returned when a protected call has called it.
 */
function frame(f: FunctionContext, statements: readonly Statement[]): Statement[] {
  const registers: [string, Expression | undefined][] = [
    ...(f.raises ? [["raised$", undefined] as [string, undefined]] : []),
    ...(f.usesSite ? [["site", number(0)] as [string, Expression]] : []),
    ...f.temporaries.map((name): [string, undefined] => [name, undefined]),
  ];
  const depth = f.generator ? [evaluate(update("++", member(id("vm"), "depth"), false))] : [];
  const head = [...(registers.length > 0 ? [declare("let", registers)] : []), ...depth];
  if (!f.usesSite && !f.generator) return [...head, ...statements];
  const failure = f.usesSite ? [throws(failed(f, id("error$")))] : [throws(id("error$"))];
  const finalizer = f.generator ? [evaluate(update("--", member(id("vm"), "depth"), false))] : undefined;
  const guarded = attempt(statements, f.usesSite ? "error$" : undefined, failure, finalizer);
  if (!f.raises) return [...head, guarded];
  const self = call(f.use("isProtected"), [id("vm"), id("self$")]);
  return [
    declare("const", [["isProtected$", self]]),
    ...head,
    labeled("raise$", guarded),
    returns(call(f.use("unwound"), [id("isProtected$"), failed(f, id("raised$"))])),
  ];
}

function failed(f: FunctionContext, error: Expression): Expression {
  return call(f.use("fail"), [id("vm"), id(f.region.name), id("site"), error]);
}
