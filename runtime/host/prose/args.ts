import type { SectionVM } from "../../engine/state.ts";

/** `{{ args }}`: the chain's argument string (SUB-20, SUB-24). */
export function proseArgs(vm: SectionVM): string {
  return vm.chain.args;
}
