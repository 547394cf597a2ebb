import type { SectionVM } from "../../engine/state.ts";
import { hostError } from "../../lua/host-error.ts";
import type { LuaFunction } from "../../lua/value.ts";
import { quoted } from "../quote.ts";
import { modelHandles } from "./handle.ts";
import { boundRole } from "./label.ts";

/** `models.default(label)`: sets the prompt-wide default, which never changes once it is set, and gives its handle (MOD-21). */
export function hostModelsDefault(vm: SectionVM): LuaFunction {
  const make = modelHandles(vm);
  const { run } = vm;
  return (value) => {
    const handle = boundRole(vm, "default", value);
    run.defaultModel ??= handle;
    const { label } = run.defaultModel;
    if (label !== handle.label) {
      const text = `models.default is already ${quoted(label)}: the prompt-wide default cannot change mid-run`;
      throw hostError(vm, "lua", text);
    }
    return make(handle);
  };
}
