import type { SectionVM } from "../../engine/state.ts";
import { modelHandles, roleHandle } from "./handle.ts";

/** Sets a global for each bound role to its plain handle; an unbound role has none (MOD-42, ENV-30 step 11). */
export function bindRoles(vm: SectionVM): void {
  const make = modelHandles(vm);
  for (const { label } of vm.run.module.contract.roles) {
    const handle = roleHandle(vm, label);
    if (handle !== undefined) vm.globals.setField(label, make(handle));
  }
}
