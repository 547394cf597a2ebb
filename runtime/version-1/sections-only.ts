import type { SectionVM } from "../engine/state.ts";
import { hostError } from "../lua/host-error.ts";
import type { LuaFunction } from "../lua/value.ts";

/** A function of sections; in the H1 pass one that refuses (V1-47). */
export function sectionsOnly(vm: SectionVM, name: string, make: (vm: SectionVM) => LuaFunction): LuaFunction {
  if (vm.entry.index !== undefined) return make(vm);
  return () => {
    const when = "H1 runs before sections exist";
    throw hostError(vm, "lua", `${name} is only available in sections (## headings); ${when}`);
  };
}
