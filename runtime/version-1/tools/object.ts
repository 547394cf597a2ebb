import type { SectionVM } from "../../engine/state.ts";
import { luaFromJson } from "../../host/json-to-lua.ts";
import { jsonFromHost } from "../../host/plain-json.ts";
import { toolObjects } from "../../host/tools/object.ts";
import { LuaTable } from "../../lua/table.ts";
import type { Userdata } from "../../lua/value.ts";

/** Makes the Tool objects of needed tools by alias: with the schema in the H1 pass, described by what they were needed for (V1-58). */
export function needObjects(vm: SectionVM): (alias: string) => Userdata {
  const { run, entry } = vm;
  const make = toolObjects(vm, ({ alias }) => {
    const { descriptor } = run.bindings!.tools.get(alias)!;
    return entry.index === undefined
      ? luaFromJson(jsonFromHost(descriptor.parameters) ?? null)
      : new LuaTable();
  });
  return (alias) => {
    const description = run.declarations!.tools.get(alias)!;
    return make({ alias, description, path: run.bindings!.tools.get(alias)!.path });
  };
}
