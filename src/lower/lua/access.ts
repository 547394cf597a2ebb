import type { Index, Expression as LuaExpression, Name } from "../../parse/lua/tree.ts";
import {
  assign,
  binary,
  call,
  conditional,
  delegate,
  type Expression,
  element,
  id,
  type Location,
  logical,
  member,
  nil,
  number,
  sequence,
  text,
  unary,
} from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import { isGuarded } from "../link.ts";
import type { Operand } from "../region-context.ts";
import type { Value } from "../value.ts";
import { fieldGetter, setter } from "./accessor.ts";
import { lowerKey } from "./concatenation.ts";
import { lowerExpression } from "./expression.ts";
import { isWhole } from "./fast-path.ts";
import { boxed, isDoubleLocal } from "./float.ts";
import { localName, operandName } from "./operand.ts";
import { hold, operate, still } from "./operate.ts";
import { isPositive } from "./positive.ts";
import { isTable, mayBeTable } from "./table-test.ts";

/** A local as an ES identifier. */
export function lowerLocal(f: FunctionContext, name: Name): Expression & { type: "Identifier" } {
  return id(f.region.variables.get(name.variable!)!);
}

/** The table that a global name indexes: the VM's globals, or a local named `_ENV`. */
export function environment(f: FunctionContext, name: Name): Value {
  const variable = name.environment;
  if (variable !== undefined) return still(id(f.region.variables.get(variable)!));
  return still(id(f.region.environment), f.region.scope.assignsEnvironment ? undefined : "table");
}

/** The full name of the library function that an expression always means, such as `type` or `string.sub`. */
export function fixedName(f: FunctionContext, node: LuaExpression): string | undefined {
  const name = globalName(node);
  return name !== undefined && f.region.fixed(name) !== undefined ? name : undefined;
}

function fixedFunction(f: FunctionContext, node: LuaExpression): Value | undefined {
  const name = globalName(node);
  const constant = name === undefined ? undefined : f.region.fixed(name);
  return constant === undefined ? undefined : { js: constant, moves: false, kind: "function", stable: true };
}

/** `x` or `x.y` of a global. */
export function globalName(node: LuaExpression): string | undefined {
  if (node.kind === "Name")
    return node.variable === undefined && node.environment === undefined ? node.name : undefined;
  if (node.kind !== "Index" || node.key.kind !== "String" || node.object.kind !== "Name") return undefined;
  const library = globalName(node.object);
  return library === undefined ? undefined : `${library}.${node.key.value}`;
}

/** How a message names the table of a global; undefined for the VM's own, which can always be indexed. */
export function environmentName(f: FunctionContext, { environment: variable }: Name): Operand | undefined {
  if (variable !== undefined) return localName(f, variable, "_ENV");
  return f.region.scope.assignsEnvironment ? { kind: "upvalue", name: "_ENV" } : undefined;
}

/** `x`, a local or a global. */
export function lowerName(f: FunctionContext, name: Name): Value {
  const { variable } = name;
  if (variable !== undefined) {
    const constant = f.region.constants.get(variable);
    if (constant !== undefined) return constant;
    if (isDoubleLocal(f, name)) return boxed(f, still(lowerLocal(f, name)));
    const { assigned, captured, integers } = f.region.scope;
    const kind = f.region.kinds.get(variable) ?? (integers.has(variable) ? "whole" : undefined);
    const register = variable.owner === f.body && assigned.has(variable) && captured.has(variable);
    return { js: lowerLocal(f, name), moves: false, kind, register, stable: !assigned.has(variable) };
  }
  const object = environment(f, name);
  if (name.name === "_ENV") return object;
  const known = fixedFunction(f, name);
  if (known !== undefined) return known;
  const loc = f.region.location(name.start, name.end);
  if (f.module.colours.suspendsAt(name)) {
    return operate(f, [object], f.region.site(name.position, [environmentName(f, name)]), ([table]) =>
      indexSteps(f, table!, text(name.name), loc),
    );
  }
  return readField(f, object, name.name, f.region.site(name.position, [environmentName(f, name)]), loc);
}

/** `object[key]`, manual §3.2. */
export function lowerIndex(f: FunctionContext, node: Index): Value {
  const { position } = node;
  const known = fixedFunction(f, node);
  if (known !== undefined) return known;
  const object = lowerExpression(f, node.object);
  const site = f.region.site(position, [operandName(f, node.object)]);
  const loc = f.region.place(position);
  if (node.key.kind === "String") {
    if (f.module.colours.suspendsAt(node)) {
      return operate(f, [object], site, ([table]) =>
        indexSteps(f, table!, text((node.key as { value: string }).value), loc),
      );
    }
    return readField(f, object, node.key.value, site, loc);
  }
  const key = lowerKey(f, node.key);
  if (f.module.colours.suspendsAt(node)) {
    return operate(f, [object, key], site, ([table, at]) => indexSteps(f, table!, at!, loc));
  }
  if (!f.hot || !mayBeTable(object) || key.kind === "string" || key.kind === "boolean") {
    return operate(f, [object, key], site, ([table, at]) =>
      call(f.use("index"), [id("vm"), table!, at!], loc),
    );
  }
  return readElement(f, object, key, isPositive(f, node.key), site, loc);
}

function indexSteps(f: FunctionContext, table: Expression, key: Expression, loc: Location): Expression {
  return delegate(call(f.use("indexSteps"), [id("vm"), table, key], loc));
}

/** `object.name`; in hot code an own field is read in place. */
function readField(f: FunctionContext, object: Value, name: string, site: number, loc: Location): Value {
  if (!f.hot || !mayBeTable(object) || isGuarded(name)) {
    return operate(f, [object], site, ([table]) => call(f.use("index"), [id("vm"), table!, text(name)], loc));
  }
  const read = (table: Expression) =>
    f.module.inherits
      ? call(fieldGetter(f.module, name), [id("vm"), table], loc)
      : call(f.use("index"), [id("vm"), table, text(name)], loc);
  const { before, parts } = hold(f, [object]);
  const table = parts[0]!;
  const result = f.temporary();
  const own = binary("!==", assign(result, member(member(table, "s"), name)), nil());
  const test = logical("&&", ...isTable(object, table, "s"), own);
  const js = conditional(test, result, sequence(f.moveTo(site), read(table)));
  return { js: sequence(...before, js), moves: true, kind: undefined };
}

/** `object[key]` in hot code: a slot of the array part is read in place. */
function readElement(
  f: FunctionContext,
  object: Value,
  key: Value,
  isAbove0: boolean,
  site: number,
  loc: Location,
): Value {
  const { before, parts } = hold(f, [object, key]);
  const [table, at] = parts as [Expression, Expression];
  const result = f.temporary();
  const test = logical(
    "&&",
    ...isTable(object, table, "arr"),
    ...(isWhole(key.kind) ? [] : [binary("===", unary("typeof", at), text("number"))]),
    ...(isAbove0 ? [] : [binary(">", at, number(0))]),
    binary("!==", assign(result, element(member(table, "arr"), at)), nil()),
  );
  const slow = sequence(f.moveTo(site), call(f.use("index"), [id("vm"), table, at], loc));
  return { js: sequence(...before, conditional(test, result, slow)), moves: true, kind: undefined };
}

/** `object.name = value` as a statement's expression; in hot code a field that holds a value already is written in place. */
export function writeField(
  f: FunctionContext,
  object: Value,
  name: string,
  value: Value,
  site: number,
  loc: Location,
): Value {
  const isSetByGuard = isGuarded(name);
  if (!f.hot || !mayBeTable(object) || isSetByGuard || value.kind === "nil") {
    return operate(f, [object, value], site, ([table, given]) =>
      call(f.use(isSetByGuard ? "setIndex" : "setField"), [id("vm"), table!, text(name), given!], loc),
    );
  }
  const { before, parts } = hold(f, [object, value]);
  const [table, given] = parts as [Expression, Expression];
  const field = member(member(table, "s"), name);
  const test = logical(
    "&&",
    ...isTable(object, table, "s"),
    ...(value.kind === undefined ? [binary("!==", given, nil())] : []),
    binary("!==", field, nil()),
  );
  const slow = sequence(f.moveTo(site), call(setter(f.module, name), [id("vm"), table, given], loc));
  return {
    js: sequence(...before, conditional(test, assign(field, given), slow)),
    moves: true,
    kind: undefined,
  };
}

/** `object[key] = value`; in hot code a slot that holds a value already is written in place. */
export function writeElement(
  f: FunctionContext,
  object: Value,
  key: Value,
  isAbove0: boolean,
  value: Value,
  site: number,
  loc: Location,
): Value {
  const write = (operands: readonly Expression[]) => call(f.use("put"), [id("vm"), ...operands], loc);
  if (!f.hot || !mayBeTable(object) || value.kind === "nil" || key.kind === "string" || key.kind === "slot")
    return operate(f, [object, key, value], site, write);
  const { before, parts } = hold(f, [object, key, value]);
  const [table, at, given] = parts as [Expression, Expression, Expression];
  const slot = element(member(table, "arr"), at);
  const test = logical(
    "&&",
    ...isTable(object, table, "arr"),
    ...(isWhole(key.kind) ? [] : [binary("===", unary("typeof", at), text("number"))]),
    ...(isAbove0 ? [] : [binary(">", at, number(0))]),
    ...(value.kind === undefined ? [binary("!==", given, nil())] : []),
    binary("!==", slot, nil()),
  );
  const js = conditional(test, assign(slot, given), sequence(f.moveTo(site), write(parts)));
  return { js: sequence(...before, js), moves: true, kind: undefined };
}
