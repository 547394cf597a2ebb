import type { Call, Expression as LuaExpression, MethodCall } from "../../parse/lua/tree.ts";
import {
  array,
  assign,
  binary,
  call,
  conditional,
  delegate,
  type Expression,
  id,
  type Location,
  member,
  number,
  sequence,
  spread,
  text,
  unary,
  update,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Operand } from "../region-context.ts";
import type { Value } from "../value.ts";
import { environment, environmentName, fixedName, globalName } from "./access.ts";
import { lowerMethod, onlyFirst } from "./accessor.ts";
import { lowerExpression, lowerExpressions, lowerSingles, type Values } from "./expression.ts";
import { operandName } from "./operand.ts";
import { hold, operate } from "./operate.ts";

/** `f(args)`: the result as the runtime gives it, manual §3.4.10; `isSingle` where its first value alone is wanted. */
export function lowerCall(f: FunctionContext, node: Call, isTail = false, isSingle = false): Value {
  const site = f.region.site(node.position, calleeNames(f, node.callee), isTail);
  const loc = f.region.place(node.position);
  if (f.module.colours.suspendsAt(node)) {
    const callee = lowerExpression(f, node.callee);
    return placed(
      f,
      node,
      site,
      callSteps(f, [callee], lowerExpressions(f, node.arguments), site, loc, isTail),
    );
  }
  const found = lowerCallee(f, node.callee, site, loc);
  const callee = isSingle ? { ...found, js: onlyFirst(found.js, fixedName(f, node.callee)) } : found;
  const values = takesAll(f, node) ? lowerExpressions(f, node.arguments) : lowerSingles(f, node.arguments);
  const bounces = isTail && f.module.colours.mayRecur(node);
  if (!bounces && takesList(node)) return callAll(f, callee, values, site, loc);
  return placed(f, node, site, (bounces ? tailCall : plainCall)(f, callee, [], values, site, loc));
}

/** How messages name what is called and, for a global, the table it is read from. */
function calleeNames(f: FunctionContext, callee: LuaExpression): (Operand | undefined)[] {
  const isGlobal = callee.kind === "Name" && callee.variable === undefined;
  return [operandName(f, callee), isGlobal ? environmentName(f, callee) : undefined];
}

const PROTECTED = new Set(["pcall", "xpcall", "_G.pcall", "_G.xpcall", "_ENV.pcall", "_ENV.xpcall"]);

/** A call of `pcall` or `xpcall`: it must know where it stands, because an error that it catches may be about that place. */
function placed(f: FunctionContext, { callee }: Call, site: number, value: Value): Value {
  const name =
    callee.kind === "Name" && callee.variable === undefined ? callee.name : (globalName(callee) ?? "");
  const isProtected = PROTECTED.has(name);
  if (!isProtected || !f.module.raisesAbove) return value;
  const region = assign(member(id("vm"), "region"), id(f.region.name));
  return { ...value, js: sequence(region, assign(member(id("vm"), "site"), number(site)), value.js) };
}

/** Library functions that take any number of arguments. */
const VARIADIC = new Set(["assert", "math.max", "math.min", "select", "string.char", "table.pack"]);

/** True for a call that may pass more values to a library function than ES passes as arguments. */
function takesList({ callee, arguments: given }: Call): boolean {
  const last = given[given.length - 1];
  return last !== undefined && isCall(last) && VARIADIC.has(globalName(callee) ?? "");
}

const isCall = ({ kind }: LuaExpression) => kind === "Call" || kind === "MethodCall";

/** `callAll(callee, [a, b, ...list])` */
function callAll(f: FunctionContext, callee: Value, { values, rest }: Values, site: number, loc: Location) {
  return operate(f, [callee, ...values, rest!], site, ([target, ...given]) => {
    const last = given.pop()!;
    const list = given.length === 0 ? last : array([...given, spread(last)]);
    return call(f.use("callAll"), [target!, list], loc);
  });
}

/** False when the callee is known and has no use for more values than there are expressions. */
function takesAll(f: FunctionContext, { callee, arguments: given }: Call): boolean {
  if (callee.kind !== "Name" || callee.variable === undefined) return true;
  const known = f.region.functions.get(callee.variable);
  return known === undefined || known.vararg || known.parameters.length > given.length;
}

/** `object:name(args)`: the object is evaluated once and put first; `isSingle` where the first value alone is wanted. */
export function lowerMethodCall(
  f: FunctionContext,
  node: MethodCall,
  isTail = false,
  isSingle = false,
): Value {
  const names = [{ kind: "method", name: node.name }, operandName(f, node.object)] as const;
  const site = f.region.site(node.position, names, isTail);
  const loc = f.region.place(node.position);
  // An error of reading the method is reported at its name.
  const isElsewhere = f.region.place(node.namePosition).start.line !== loc.start.line;
  const read = isElsewhere ? f.region.site(node.namePosition, names) : site;
  const { before, parts } = hold(f, [lowerExpression(f, node.object)]);
  const self = parts[0]!;
  if (f.module.colours.suspendsAt(node)) {
    const method = delegate(call(f.use("indexSteps"), [id("vm"), self, text(node.name), number(1)], loc));
    const callee = { js: sequence(...before, f.moveTo(read), method), moves: true, kind: undefined };
    return callSteps(f, [callee, plain(self)], lowerExpressions(f, node.arguments), site, loc, isTail);
  }
  const method = sequence(...before, f.moveTo(read), lowerMethod(f, self, node.name, loc, isSingle));
  const callee = { js: method, moves: true, kind: undefined };
  const values = lowerExpressions(f, node.arguments);
  return isTail && f.module.colours.mayRecur(node)
    ? tailCall(f, callee, [plain(self)], values, site, loc)
    : plainCall(f, callee, [plain(self)], values, site, loc);
}

const plain = (js: Expression): Value => ({ js, moves: false, kind: undefined });

/** Something that ES can call: a known function as it is, any other value after a look at its type. */
export function lowerCallee(f: FunctionContext, node: LuaExpression, site: number, loc: Location): Value {
  const isGlobal = node.kind === "Name" && node.variable === undefined && node.name !== "_ENV";
  if (isGlobal && !f.hot && fixedName(f, node) === undefined) {
    const found = lowerMethod(f, environment(f, node).js, node.name, loc);
    const isElsewhere = f.region.place(node.position).start.line !== loc.start.line;
    const at = isElsewhere ? f.region.site(node.position, calleeNames(f, node)) : site;
    return { js: sequence(f.moveTo(at), found), moves: true, kind: "function" };
  }
  const callee = lowerExpression(f, node);
  if (callee.kind === "function") return callee;
  const { before, parts } = hold(f, [callee]);
  const value = parts[0]!;
  const test = binary("===", unary("typeof", value), text("function"));
  const js = sequence(...before, conditional(test, value, call(f.use("callable"), [id("vm"), value], loc)));
  return { js, moves: callee.moves, kind: "function" };
}

function plainCall(
  f: FunctionContext,
  callee: Value,
  selves: readonly Value[],
  values: Values,
  site: number,
  loc: Location,
): Value {
  const { rest } = values;
  const operands = [callee, ...selves, ...values.values];
  if (f.hot && !f.isDeep && rest?.result !== undefined)
    return callWithResult(f, operands, { ...rest, js: rest.result }, site, loc);
  return operate(f, rest === undefined ? operands : [...operands, rest], site, ([target, ...given]) =>
    call(target!, spreadLast(given, values), loc),
  );
}

/** `f(a, g())` in hot code: no array is made for the one value that most calls give. */
function callWithResult(
  f: FunctionContext,
  operands: readonly Value[],
  result: Value,
  site: number,
  loc: Location,
): Value {
  const { before, parts } = hold(f, [...operands, result]);
  const [target, ...given] = parts as [Expression, ...Expression[]];
  const last = given.pop()!;
  const js = conditional(
    binary("instanceof", last, id("Array")),
    call(target, [...given, spread(call(f.use("list"), [last]))], loc),
    call(target, [...given, last], loc),
  );
  return { js: sequence(...before, f.moveTo(site), js), moves: true, kind: undefined };
}

function spreadLast(given: readonly Expression[], { rest }: Values) {
  return rest === undefined ? given : [...given.slice(0, -1), spread(given[given.length - 1]!)];
}

/** `return f(args)`: bounces off the caller's trampoline when the depth is spent. */
function tailCall(
  f: FunctionContext,
  callee: Value,
  selves: readonly Value[],
  values: Values,
  site: number,
  loc: Location,
): Value {
  const operands = [callee, ...selves, ...values.values, ...(values.rest ? [values.rest] : [])];
  const { before, parts } = hold(f, operands);
  const [target, ...given] = parts as [Expression, ...Expression[]];
  const left = member(id("vm"), "tail");
  const args = spreadLast(given, values);
  // Many arguments take as much room on the stack as many calls.
  const spent =
    values.rest === undefined
      ? update("--", left, true)
      : assign(
          left,
          binary("+", number(1), binary(">>", member(given[given.length - 1]!, "length"), number(4))),
          "-=",
        );
  const js = conditional(
    binary("<", spent, number(0)),
    call(f.use("tail"), [id("vm"), target, ...args], loc),
    call(target, args, loc),
  );
  return { js: sequence(...before, f.moveTo(site), js), moves: true, kind: undefined };
}

/** A call that may wait: it runs the generator twin of what it calls, and in tail position always bounces. */
function callSteps(
  f: FunctionContext,
  callees: readonly Value[],
  values: Values,
  site: number,
  loc: Location,
  isTail: boolean,
): Value {
  const operands = [...callees, ...values.values, ...(values.rest ? [values.rest] : [])];
  return operate(f, operands, site, ([target, ...given]) => {
    const args = [id("vm"), target!, ...spreadLast(given, values)];
    return isTail ? call(f.use("tail"), args, loc) : delegate(call(f.use("callSteps"), args, loc));
  });
}
