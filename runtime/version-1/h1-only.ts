import type { SectionVM } from "../engine/state.ts";
import { hostError } from "../lua/host-error.ts";
import type { LuaFunction } from "../lua/value.ts";

/** A function of the H1 pass; in sections one that refuses (V1-54, V1-63). */
export function h1Only(vm: SectionVM, name: string, make: (vm: SectionVM) => LuaFunction): LuaFunction {
  if (vm.entry.index === undefined) return make(vm);
  return () => {
    throw hostError(vm, "lua", `${name} is only available during live H1 execution`);
  };
}
