import { Failure } from "../engine/failure.ts";
import type { Run } from "../engine/run-state.ts";
import type { SectionVM } from "../engine/state.ts";
import type { ModelHandle } from "../host/models/handle.ts";
import type { LuaError } from "../lua/error.ts";
import { hostError } from "../lua/host-error.ts";
import type { Model } from "../model.ts";
import type { ToolDescriptor } from "../options.ts";

/** What the H1 Lua of a run has declared so far (V1-57, V1-64). Texts are byte strings. */
export class Declarations {
  /** The text that each tool was needed for, by alias. */
  readonly tools = new Map<string, string>();
  readonly models = new Map<string, ModelHandle>();
  /** What the host answered with in this process, by alias: a run that goes on from its journal asks again where it needs them. */
  readonly liveTools = new Map<string, ToolDescriptor>();
  readonly liveModels = new Map<string, Model>();
  /** The tools of the installed capabilities, once they were asked for. */
  catalog: Promise<readonly ToolDescriptor[]> | undefined = undefined;
  /** The first failure of a need: the run fails with it when the block ends, caught or not. */
  failure: Failure | undefined = undefined;
}

/** The declarations of a run. */
export function declarationsOf(run: Run): Declarations {
  run.declarations ??= new Declarations();
  return run.declarations;
}

/** Records why a need cannot be met, and gives the error that is raised at its call. */
export function bindingFailure(vm: SectionVM, message: string, cause?: unknown): LuaError {
  const { run, entry } = vm;
  declarationsOf(run).failure ??= new Failure("Binding", message, { section: entry.section, cause });
  return hostError(vm, "lua", message);
}
