import type { SectionVM } from "../engine/state.ts";
import { reserve } from "../lua/memory.ts";
import type { Value } from "../lua/value.ts";

/**
 * The global `args`: the chain's argument string, byte for byte (ARG-02, ARG-03). One over the memory ceiling is refused where the name
 * is used (LIM-02a).
 */
export function hostArgs(vm: SectionVM): string | undefined {
  const { args } = vm.chain;
  if (args.length <= vm.memoryBytes) return args;
  const refuse = () => reserve(vm, args.length) as Value;
  vm.globals.guards.set("args", { read: refuse, write: refuse });
  return undefined;
}
