import type { SectionVM } from "../engine/state.ts";

/** Says which Lua it is (V1-70). */
export function installVersion(vm: SectionVM): void {
  vm.globals.setField("_VERSION", "Lua 5.4");
}
