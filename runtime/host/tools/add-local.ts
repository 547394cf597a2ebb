import type { SectionVM } from "../../engine/state.ts";
import type { JsonValue } from "../../events.ts";
import { EMPTY } from "../../lua/call.ts";
import type { LuaError } from "../../lua/error.ts";
import { hostError } from "../../lua/host-error.ts";
import { index } from "../../lua/index.ts";
import { PairsWalk } from "../../lua/next.ts";
import { LuaTable } from "../../lua/table.ts";
import { hostType } from "../../lua/type-name.ts";
import type { LuaFunction, Value } from "../../lua/value.ts";
import { decodeUtf8 } from "../../utf8.ts";
import { badArgument, checkAlias, textArgument } from "../alias.ts";
import { quoted } from "../quote.ts";
import { LocalTool } from "./local-tool.ts";
import { toolboxOf } from "./toolbox.ts";

/** `tools.add_local(alias, description, params, handler)`: a tool that a Lua function of the section entry works for (LT-01 to LT-03). */
export function hostToolsAddLocal(vm: SectionVM): LuaFunction {
  return addLocalFunction(vm, { alias: "alias", bound: "a bound tool slot" });
}

/** The same with other words for an alias, and for one that has a tool. */
export function addLocalFunction(
  vm: SectionVM,
  words: { readonly alias: string; readonly bound: string },
): LuaFunction {
  const wrong = (position: number, expected: string, value: Value) =>
    badArgument(vm, { name: "add_local", position, expected, value });
  return (target, text, params, handler) => {
    const alias = textArgument(vm, "add_local", 1, target);
    const description = decodeUtf8(textArgument(vm, "add_local", 2, text));
    if (!(params instanceof LuaTable)) throw wrong(3, "table", params);
    if (typeof handler !== "function") throw wrong(4, "function", handler);
    checkAlias(vm, alias, words.alias);
    const { locals } = toolboxOf(vm);
    if (vm.run.bindings?.tools.has(alias))
      throw refusal(vm, `alias ${quoted(alias)} duplicates ${words.bound}`);
    if (locals.has(alias)) throw refusal(vm, `alias ${quoted(alias)} is already registered`);
    const parameters = schemaOf(vm, params);
    locals.set(alias, new LocalTool({ name: alias, description, parameters }, handler));
    return EMPTY;
  };
}

/** The JSON Schema of declared parameters, names in bytewise order (LT-03). */
function schemaOf(vm: SectionVM, params: LuaTable): { readonly [key: string]: JsonValue } {
  const declared: [string, JsonValue][] = [];
  const walk = new PairsWalk(vm, params);
  while (walk.next()) {
    const name = parameterName(vm, walk.k);
    declared.push([name, parameterSchema(vm, name, walk.v)]);
  }
  const properties = declared
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]): [string, JsonValue] => [decodeUtf8(name), schema]);
  const required = properties.map(([name]) => name);
  return { type: "object", properties: Object.fromEntries(properties), required };
}

function parameterName(vm: SectionVM, key: Value): string {
  if (typeof key === "string") return key;
  const text = vm.numberText?.(key);
  if (text !== undefined) return text;
  throw refusal(vm, `param names must be strings, got ${hostType(key)}`);
}

function parameterSchema(vm: SectionVM, name: string, spec: Value): JsonValue {
  const isArray = spec instanceof LuaTable;
  const type = isArray ? index(vm, spec, 1) : spec;
  const description = isArray ? index(vm, spec, 2) : undefined;
  if (typeof type !== "string" || (description !== undefined && typeof description !== "string")) {
    throw refusal(vm, `param ${quoted(name)} must be a type string or a {type, description} array`);
  }
  if (!TYPES.includes(type)) {
    const expected = 'expected "string", "integer", "number", or "boolean"';
    throw refusal(vm, `param ${quoted(name)} has unsupported type ${quoted(type)}: ${expected}`);
  }
  return description === undefined ? { type } : { type, description: decodeUtf8(description) };
}

const TYPES: readonly string[] = ["string", "integer", "number", "boolean"];

function refusal(vm: SectionVM, text: string): LuaError {
  return hostError(vm, "lua", `tools.add_local ${text}`);
}
