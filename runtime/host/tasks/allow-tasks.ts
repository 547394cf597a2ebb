import { trimmed } from "../../engine/heading.ts";
import type { SectionVM } from "../../engine/state.ts";
import { EMPTY } from "../../lua/call.ts";
import { hostError } from "../../lua/host-error.ts";
import { LuaTable } from "../../lua/table.ts";
import { hostType } from "../../lua/type-name.ts";
import type { LuaFunction, Value } from "../../lua/value.ts";
import { listTexts } from "../list-texts.ts";
import { TaskBuiltIns } from "./built-ins.ts";

/** `tools.allow_tasks(targets?)`: lets models of the section entry start tasks, anywhere or in the named sections only (MTK-1, MTK-2). */
export function hostToolsAllowTasks(vm: SectionVM): LuaFunction {
  return (targets) => {
    vm.builtIns = new TaskBuiltIns(vm, targets === undefined ? undefined : headings(vm, targets));
    return EMPTY;
  };
}

function headings(vm: SectionVM, targets: Value): string[] {
  if (!(targets instanceof LuaTable))
    throw refusal(vm, `must be a list of section headings, got ${hostType(targets)}`);
  const list = listTexts(vm, targets, (heading) => {
    if (typeof heading !== "string")
      throw refusal(vm, `must be section heading strings, got ${hostType(heading)}`);
    const text = trimmed(heading);
    if (text === "") throw refusal(vm, "must be non-empty section headings");
    return text;
  });
  if (list.length > 0) return list;
  throw refusal(vm, "must name at least one section; call it with no argument to allow any section");
}

function refusal(vm: SectionVM, text: string): unknown {
  return hostError(vm, "lua", `tools.allow_tasks targets ${text}`);
}
