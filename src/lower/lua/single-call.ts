import { isMulti } from "../../parse/lua/multiple.ts";
import type * as Lua from "../../parse/lua/tree.ts";
import { assign, binary, call, conditional, id } from "../es.ts";
import type { FunctionContext } from "../function-context.ts";
import type { Kind, Value } from "../value.ts";
import { fixedName } from "./access.ts";
import { lowerCall, lowerCallee, lowerMethodCall } from "./call.ts";
import { lowerExpression, lowerMulti } from "./expression.ts";
import { operandName } from "./operand.ts";
import { around, operate } from "./operate.ts";

/** A call where one value is wanted. */
export function lowerSingleCall(f: FunctionContext, node: Lua.Call): Value {
  return (
    lowerSelect(f, node) ??
    lowerLibraryCall(f, node) ??
    firstOf(f, lowerCall(f, node, false, true), node.position)
  );
}

/** A method call where one value is wanted. */
export function lowerSingleMethodCall(f: FunctionContext, node: Lua.MethodCall): Value {
  return firstOf(f, lowerMethodCall(f, node, false, true), node.position);
}

/** `select(n, ...)` and `select(n, f())` where one value is wanted: it is read where it stands, unless the name turns out to mean something else. */
function lowerSelect(f: FunctionContext, node: Lua.Call): Value | undefined {
  const { callee, arguments: given } = node;
  if (callee.kind !== "Name" || callee.variable !== undefined || callee.name !== "select") return undefined;
  const list = given[1];
  if (given.length !== 2 || !isMulti(list) || f.module.colours.suspendsAt(node)) return undefined;
  if (list.kind === "Vararg" && !f.hot) return undefined;
  const site = f.region.site(node.position, [operandName(f, callee)]);
  const loc = f.region.location(node.start, node.end);
  const operands = [lowerCallee(f, callee, site, loc), lowerExpression(f, given[0]!), lowerMulti(f, list)];
  return operate(f, operands, site, (parts) => call(f.use("selectOne"), parts, loc));
}

/** Library functions that give one value, and its kind where it is always the same. */
const SINGLE: Readonly<Record<string, Kind>> = {
  getmetatable: undefined,
  "math.abs": undefined,
  "math.ceil": undefined,
  "math.floor": undefined,
  "math.fmod": undefined,
  "math.max": undefined,
  "math.min": undefined,
  "math.random": undefined,
  "math.sqrt": undefined,
  "math.tointeger": undefined,
  "math.type": undefined,
  setmetatable: undefined,
  "string.char": "string",
  "string.format": "string",
  "string.len": "integer",
  "string.lower": "string",
  "string.rep": "string",
  "string.reverse": "string",
  "string.sub": "string",
  "string.upper": "string",
  "table.concat": "string",
  tonumber: undefined,
  tostring: "string",
  type: "string",
};

/** The value of a call of a library function that gives just one; undefined for any other call. */
function lowerLibraryCall(f: FunctionContext, node: Lua.Call): Value | undefined {
  const name = fixedName(f, node.callee);
  if (name === undefined || !Object.hasOwn(SINGLE, name) || f.module.colours.suspendsAt(node))
    return undefined;
  return { ...lowerCall(f, node), kind: SINGLE[name] };
}

function firstOf(f: FunctionContext, result: Value, position: number): Value {
  const loc = f.region.place(position);
  if (!f.hot) {
    const js = around(f, result.js, (last) => call(f.use("first"), [last], loc));
    return { js, moves: true, kind: undefined };
  }
  const held = f.temporary();
  const js = around(f, result.js, (last) => {
    const test = binary("instanceof", assign(held, last), id("Array"));
    return conditional(test, call(f.use("first"), [held], loc), held);
  });
  return { js, moves: true, kind: undefined };
}
