import type { SectionVM } from "../../engine/state.ts";
import { suspendingHost } from "../../engine/suspend.ts";
import { frozenObjects } from "../../host/frozen-object.ts";
import { handleOf, type ModelHandle } from "../../host/models/handle.ts";
import { inferred, promptText } from "../../host/models/infer.ts";
import { hostError } from "../../lua/host-error.ts";
import { float } from "../../lua/number.ts";
import type { LuaFunction, Userdata, Value } from "../../lua/value.ts";

/** Makes the model handles of a section VM, which have a method `infer` (V1-63, V1-65). */
export function needHandles(vm: SectionVM): (handle: ModelHandle) => Userdata {
  const infer = inferMethod(vm);
  return frozenObjects<ModelHandle>(vm, {
    plural: "model handles",
    fields: { ...FIELDS, infer: () => infer },
    text: ({ label }) => label,
  });
}

/** `handle:infer(prompt)` */
function inferMethod(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (...values) {
    const [self, prompt] = values;
    const handle = handleOf(self);
    if (handle === undefined)
      throw hostError(vm, "lua", "model:infer(prompt) must be called on a model handle");
    if (values.length > 2) throw hostError(vm, "lua", ONE_ARGUMENT);
    return yield* inferred(vm, handle, promptText(vm, prompt));
  });
}

const ONE_ARGUMENT =
  "model:infer(prompt) does not accept a second argument; per-call inference options are not supported";

const FIELDS: { readonly [name: string]: (handle: ModelHandle) => Value } = {
  name: ({ label }) => label,
  model_id: ({ modelId }) => modelId,
  description: ({ description }) => description,
  context: ({ context }) => context,
  thinking: ({ thinking }) => thinking,
  temperature: ({ sampling: { temperature } }) =>
    temperature === undefined ? undefined : float(temperature),
  max_tokens: ({ sampling }) => sampling.maxTokens,
  // No model of ours says in which form it is asked.
  dialect: () => undefined,
};
