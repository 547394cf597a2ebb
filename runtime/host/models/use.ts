import type { SectionVM } from "../../engine/state.ts";
import { hostError } from "../../lua/host-error.ts";
import type { LuaFunction } from "../../lua/value.ts";
import { ModelHandle, modelHandles } from "./handle.ts";
import { boundRole } from "./label.ts";
import { samplingOptions } from "./sampling.ts";

/** `models.use(label, options?)`: selects the model of the section entry and gives its handle (MOD-20, MOD-31, MOD-33). */
export function hostModelsUse(vm: SectionVM): LuaFunction {
  const make = modelHandles(vm);
  return (...values) => {
    const role = boundRole(vm, "use", values[0]);
    if (values.length > 2)
      throw hostError(vm, "lua", `models.use takes at most 2 arguments, got ${values.length}`);
    const handle = new ModelHandle({ ...role, sampling: samplingOptions(vm, values[1]) });
    vm.entry.selection = handle;
    return make(handle);
  };
}
