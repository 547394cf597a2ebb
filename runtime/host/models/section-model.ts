import { originate } from "../../engine/origin.ts";
import type { SectionVM } from "../../engine/state.ts";
import { hostError } from "../../lua/host-error.ts";
import type { Model } from "../../model.ts";
import type { ModelHandle } from "./handle.ts";

/** A handle on which a round can run. */
export type RunnableHandle = ModelHandle & { readonly model: Model };

/**
 * The model of a round as it stands now: the given handle, else the section's selection, else the prompt-wide default (MOD-20, MOD-51).
 * Without any it throws the missing-model error (MOD-22).
 */
export function roundModel(vm: SectionVM, given: ModelHandle | undefined): RunnableHandle {
  const { entry, run } = vm;
  const handle = given ?? entry.selection ?? run.defaultModel;
  if (typeof handle?.model?.complete === "function") return handle as RunnableHandle;
  const error = hostError(vm, "internal", `model binding required for section ${entry.section}`);
  throw originate(vm, error, { ends: "Binding", help: handle === undefined ? NONE_SELECTED : NONE_GIVEN });
}

const NONE_SELECTED = "select a declared role with models.use or models.default before the first round";
const NONE_GIVEN =
  "give the run a model with a `complete` function; rounds that name a raw model id take the option `model`";
