import type { SectionVM } from "../../engine/state.ts";
import { LuaTable } from "../../lua/table.ts";
import { Userdata, type Value } from "../../lua/value.ts";
import { frozenObjects } from "../frozen-object.ts";

/** Sets the global of every bound slot to its Tool object (TOOL-01 to TOOL-03). */
export function bindTools(vm: SectionVM): void {
  const make = toolObjects(vm, () => new LuaTable());
  for (const [alias, tool] of vm.run.bindings!.tools) {
    vm.globals.setField(alias, make({ alias, description: tool.description, path: tool.path }));
  }
}

/** What a Tool object shows. Byte strings. */
export interface ToolFacts {
  readonly alias: string;
  readonly description: string;
  readonly path: string;
}

/** Makes the Tool objects of a section VM; `parameters` gives the field of that name. */
export function toolObjects(
  vm: SectionVM,
  parameters: (facts: ToolFacts) => Value,
): (facts: ToolFacts) => Userdata {
  const make = frozenObjects<ToolObject>(vm, {
    plural: "Tool objects",
    fields: {
      name: ({ facts }) => facts.alias,
      description: ({ facts }) => facts.description,
      parameters: ({ facts }) => parameters(facts),
      wire_name: ({ facts: { path } }) => path.slice(path.lastIndexOf("/") + 1),
      untrusted: () => false,
    },
    text: ({ facts }) => facts.alias,
  });
  return (facts) => make(new ToolObject(facts));
}

/** The alias that a value stands for: an alias as text, or a Tool object; undefined for any other value. */
export function aliasOf(value: Value): string | undefined {
  if (typeof value === "string") return value;
  return value instanceof Userdata && value.content instanceof ToolObject
    ? value.content.facts.alias
    : undefined;
}

class ToolObject {
  readonly facts: ToolFacts;

  constructor(facts: ToolFacts) {
    this.facts = facts;
  }
}
