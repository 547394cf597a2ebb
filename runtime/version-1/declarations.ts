import { Failure } from "../engine/failure.ts";
import type { Run } from "../engine/run-state.ts";
import type { SectionVM } from "../engine/state.ts";
import type { ModelHandle } from "../host/models/handle.ts";
import type { LuaError } from "../lua/error.ts";
import { hostError } from "../lua/host-error.ts";
import type { Region } from "../lua/region.ts";
import type { Model } from "../model.ts";
import type { ToolDescriptor } from "../options.ts";
import { placeOf } from "./place.ts";

/** What the H1 Lua of a run has declared so far (V1-57, V1-64). Texts are byte strings. */
export class Declarations {
  /** The text that each tool was needed for, by alias. */
  readonly tools = new Map<string, string>();
  readonly models = new Map<string, ModelHandle>();
  /** What the host answered with in this process, by alias: a run that goes on from its journal asks again where it needs them. */
  readonly liveTools = new Map<string, ToolDescriptor>();
  readonly liveModels = new Map<string, Model>();
  /** The tools of the installed capabilities. */
  catalog: readonly ToolDescriptor[] = [];
  /** Gives the first failure of a need, raised in a region: the run fails with it when the block ends, caught or not. */
  failure: ((region: Region) => Failure) | undefined = undefined;
}

/** The declarations of a run. */
export function declarationsOf(run: Run): Declarations {
  run.declarations ??= new Declarations();
  return run.declarations;
}

/** For people: what the host threw, and what it can do. */
interface Advice {
  readonly cause?: unknown;
  readonly help?: string | undefined;
}

/** Records why a need cannot be met, and gives the error that is raised at its call. */
export function bindingFailure(vm: SectionVM, message: string, advice: Advice = {}): LuaError {
  const { run, entry } = vm;
  const error = hostError(vm, "lua", message);
  declarationsOf(run).failure ??= (region) =>
    new Failure("Binding", message, { ...advice, section: entry.section, frames: placeOf(error, region) });
  return error;
}
