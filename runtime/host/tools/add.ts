import type { SectionVM } from "../../engine/state.ts";
import { EMPTY } from "../../lua/call.ts";
import type { LuaError } from "../../lua/error.ts";
import { hostError } from "../../lua/host-error.ts";
import { LuaTable } from "../../lua/table.ts";
import { hostType } from "../../lua/type-name.ts";
import type { LuaFunction, Value } from "../../lua/value.ts";
import { checkAlias } from "../alias.ts";
import { listTexts } from "../list-texts.ts";
import { quoted } from "../quote.ts";
import { aliasOf } from "./object.ts";
import { toolboxOf } from "./toolbox.ts";

/** `tools.add(target?, description?)`: offers bound tools in the current section entry, all of them or none (TOOL-11 to TOOL-13, TOOL-20). */
export function hostToolsAdd(vm: SectionVM): LuaFunction {
  return addFunction(vm, { alias: "alias", unbound: "is not a bound tool slot" });
}

/** How messages name an alias, and what they say of one without a tool. */
export interface ToolWords {
  readonly alias: string;
  readonly unbound: string;
}

/** The same with other words. */
export function addFunction(vm: SectionVM, words: ToolWords): LuaFunction {
  return (...values) => {
    const [target, override] = values;
    if (values.length > 1 && typeof override !== "string") {
      throw refusal(vm, `tools.add override must be a string, got ${hostType(override)}`);
    }
    if (values.length > 2) {
      const extra = `got extra ${hostType(values[2])}`;
      throw refusal(vm, `tools.add takes one alias plus an optional override, ${extra}`);
    }
    if (override !== undefined && target instanceof LuaTable) {
      throw refusal(vm, "tools.add array form takes no override");
    }
    const aliases = values.length === 0 ? [] : aliasesOf(vm, target);
    for (const alias of aliases) checkBound(vm, alias, words);
    const { added } = toolboxOf(vm);
    for (const alias of aliases) added.set(alias, (override as string | undefined) ?? added.get(alias));
    return EMPTY;
  };
}

function aliasesOf(vm: SectionVM, target: Value): string[] {
  if (!(target instanceof LuaTable)) return [checkTarget(vm, target)];
  return listTexts(vm, target, (element) => checkTarget(vm, element));
}

function checkTarget(vm: SectionVM, target: Value): string {
  const alias = aliasOf(target);
  if (alias !== undefined) return alias;
  const text = "tools.add expects strings, Tool objects, or arrays of either";
  throw refusal(vm, `${text}, got ${hostType(target)}`);
}

function checkBound(vm: SectionVM, alias: string, words: ToolWords): void {
  checkAlias(vm, alias, words.alias);
  if (vm.run.bindings?.tools.has(alias)) return;
  throw refusal(vm, `tools.add alias ${quoted(alias)} ${words.unbound}`);
}

function refusal(vm: SectionVM, text: string): LuaError {
  return hostError(vm, "lua", text);
}
