import type { SectionVM } from "../../engine/state.ts";
import { suspendingHost } from "../../engine/suspend.ts";
import { inferred, promptText } from "../../host/models/infer.ts";
import { hostError } from "../../lua/host-error.ts";
import type { LuaFunction } from "../../lua/value.ts";

/** `models.infer(prompt)`: one round of its own on the section's model; `reply` and `sys` are as before. */
export function hostModelsInfer1(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (...values) {
    if (values.length > 1) throw hostError(vm, "lua", "models.infer takes (prompt)");
    return yield* inferred(vm, undefined, promptText(vm, values[0]));
  });
}
