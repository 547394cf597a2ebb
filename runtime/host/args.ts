import type { SectionVM } from "../engine/state.ts";

/** The global `args`: the chain's argument string, byte for byte (ARG-02, ARG-03). */
export function hostArgs(vm: SectionVM): string {
  return vm.chain.args;
}
