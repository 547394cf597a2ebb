import type { BoundTool } from "../../engine/prepare.ts";
import type { SectionVM } from "../../engine/state.ts";
import { LuaTable } from "../../lua/table.ts";
import { Userdata, type Value } from "../../lua/value.ts";
import { frozenObjects } from "../frozen-object.ts";

/** Sets the global of every bound slot to its Tool object (TOOL-01 to TOOL-03). */
export function bindTools(vm: SectionVM): void {
  const make = frozenObjects<ToolObject>(vm, {
    plural: "Tool objects",
    fields: {
      name: ({ alias }) => alias,
      description: ({ tool }) => tool.description,
      parameters: () => new LuaTable(),
      wire_name: ({ tool }) => tool.path.slice(tool.path.lastIndexOf("/") + 1),
      untrusted: () => false,
    },
    text: ({ alias }) => alias,
  });
  for (const [alias, tool] of vm.run.bindings!.tools) {
    vm.globals.setField(alias, make(new ToolObject(alias, tool)));
  }
}

/** The alias that a value stands for: an alias as text, or a Tool object; undefined for any other value. */
export function aliasOf(value: Value): string | undefined {
  if (typeof value === "string") return value;
  return value instanceof Userdata && value.content instanceof ToolObject ? value.content.alias : undefined;
}

class ToolObject {
  readonly alias: string;
  readonly tool: BoundTool;

  constructor(alias: string, tool: BoundTool) {
    this.alias = alias;
    this.tool = tool;
  }
}
