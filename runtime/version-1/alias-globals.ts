import type { SectionVM } from "../engine/state.ts";
import { needHandles } from "./models/handle.ts";
import { needObjects } from "./tools/object.ts";

/** Sets the global of each needed tool, in sections (V1-58). */
export function bindNeededTools(vm: SectionVM): void {
  if (vm.entry.index === undefined) return;
  const make = needObjects(vm);
  for (const alias of vm.run.declarations?.tools.keys() ?? []) vm.globals.setField(alias, make(alias));
}

/** The same for each needed model. */
export function bindNeededModels(vm: SectionVM): void {
  if (vm.entry.index === undefined) return;
  const make = needHandles(vm);
  for (const [alias, handle] of vm.run.declarations?.models ?? []) vm.globals.setField(alias, make(handle));
}
