import type { Bindings } from "../../../../runtime/engine/prepare.ts";
import type { SectionVM } from "../../../../runtime/engine/state.ts";
import { memoryStore } from "../../../../runtime/index.ts";
import type { RunOptions, SlotTool } from "../../../../runtime/options.ts";
import { sectionVM } from "../section.ts";

/** A section VM whose slots are bound to these tools: the slot `find` has the path `acme/kit/find-it`. */
export function toolVM(
  tools: { readonly [alias: string]: Partial<SlotTool> } = {},
  options: RunOptions = {},
): SectionVM {
  const vm = sectionVM({ options });
  const bound = Object.entries(tools).map(([alias, tool]) => {
    const { description = "" } = tool;
    return [alias, { path: `acme/kit/${alias}-it`, description, descriptor: tool as SlotTool }] as const;
  });
  const bindings: Bindings = { tools: new Map(bound), always: new Map(), models: new Map() };
  vm.run.bindings = bindings;
  vm.run.store ??= memoryStore();
  return vm;
}
