import type { SectionVM } from "../../engine/state.ts";
import { textArgument } from "../../host/alias.ts";
import { hostError } from "../../lua/host-error.ts";
import type { LuaFunction } from "../../lua/value.ts";
import { needHandles } from "./handle.ts";
import { declaredModel } from "./need.ts";

/** `models.use(alias)`: selects the model of the section, once, and gives its handle (V1-63). */
export function hostModelsUse1(vm: SectionVM): LuaFunction {
  const make = needHandles(vm);
  const { entry } = vm;
  return (value) => {
    if (entry.index === undefined)
      throw hostError(vm, "lua", "models.use is only available during H2 recording");
    const handle = declaredModel(vm, "models.use", textArgument(vm, "use", 1, value));
    if (entry.selection !== undefined)
      throw hostError(vm, "lua", "models.use may be called at most once per section");
    entry.selection = handle;
    return make(handle);
  };
}

/** `models.get(alias)`: the handle of a declared model; it selects nothing. Not there in the H1 pass (V1-63). */
export function hostModelsGet1(vm: SectionVM): LuaFunction | undefined {
  if (vm.entry.index === undefined) return undefined;
  const make = needHandles(vm);
  return (value) => make(declaredModel(vm, "models.get", textArgument(vm, "get", 1, value)));
}
