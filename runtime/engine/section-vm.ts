import { LuaTable } from "../lua/table.ts";
import { type Entry, SectionVM } from "./state.ts";

/** The VM of an entry with the globals of its module (ENV-30). */
export function sectionVM(entry: Entry): SectionVM {
  const vm = new SectionVM(entry);
  const { globals, run } = vm;
  const { module } = run;
  for (const name of Object.keys(module.globals)) {
    globals.setField(name, module.globals[name]!(vm));
  }
  globals.setField("_G", globals);
  // A prompt that names no string function still indexes strings: every field is nil.
  vm.strings.setField("__index", globals.getString("string") ?? new LuaTable());
  for (const guard of module.guards ?? []) guard(vm);
  return vm;
}
