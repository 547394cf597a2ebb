import type { SectionVM } from "../../engine/state.ts";
import type { LocalTool } from "./local-tool.ts";

/** What the tool functions of one section entry share. */
export interface Toolbox {
  /** The aliases of `tools.add` in their order, with the description that the model is shown where one was given (TOOL-11, TOOL-12). */
  readonly added: Map<string, string | undefined>;
  /** The local tools in the order of their registration (TOOL-10). */
  readonly locals: Map<string, LocalTool>;
  /** Counts a call; linked when the prompt reads `tools.calls`. */
  count: ((alias: string) => void) | undefined;
  /** True once a bound or local tool was called. */
  called: boolean;
}

/** The toolbox of a section VM. */
export function toolboxOf(vm: SectionVM): Toolbox {
  vm.toolbox ??= { added: new Map(), locals: new Map(), count: undefined, called: false };
  return vm.toolbox;
}

/** Byte strings: the run-wide aliases, then those of the section entry, each once (TOOL-10). */
export function aliasesInScope(vm: SectionVM): Set<string> {
  return new Set([...(vm.run.bindings?.always.keys() ?? []), ...toolboxOf(vm).added.keys()]);
}

/** What every call of a bound or local tool does before the tool runs: it counts, and the first one fixes `sys.model` (TOOL-70, MOD-60). */
export function beginCall(vm: SectionVM, alias: string): void {
  const toolbox = toolboxOf(vm);
  if (!toolbox.called) vm.entry.model = (vm.entry.selection ?? vm.run.defaultModel)?.modelId;
  toolbox.called = true;
  toolbox.count?.(alias);
}
