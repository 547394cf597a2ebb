import type { SectionVM } from "../../engine/state.ts";
import { hostError } from "../../lua/host-error.ts";
import type { LuaFunction } from "../../lua/value.ts";
import { decodeUtf8, isUtf8 } from "../../utf8.ts";
import { checkAlias, textArgument } from "../alias.ts";
import { quoted } from "../quote.ts";
import { ModelHandle, modelHandles, roleHandle } from "./handle.ts";
import { unbound } from "./label.ts";

/** What is assumed of a model that only its id names, in tokens (MOD-25). */
const RAW_CONTEXT = 8192;

/** `models.get(label)`: the plain handle of a bound role, or where the host gave a snapshot of any model id; it selects nothing (MOD-24). */
export function hostModelsGet(vm: SectionVM): LuaFunction {
  const make = modelHandles(vm);
  return (value) => {
    const label = textArgument(vm, "get", 1, value);
    return make(roleHandle(vm, label) ?? rawHandle(vm, label));
  };
}

function rawHandle(vm: SectionVM, id: string): ModelHandle {
  const { options } = vm.run;
  if (options.ui === undefined) {
    checkAlias(vm, id);
    throw unbound(vm, id, "models.get alias");
  }
  const reason = unfit(id);
  if (reason !== undefined)
    throw hostError(vm, "lua", `models.get model id ${quoted(id)} is invalid: ${reason}`);
  return new ModelHandle({
    label: id,
    modelId: id,
    description: id,
    capabilities: [],
    context: RAW_CONTEXT,
    thinking: undefined,
    model: options.model,
  });
}

function unfit(id: string): string | undefined {
  if (id === "") return "must not be empty";
  if (!isUtf8(id)) return "must be valid UTF-8";
  return /\p{Cc}/u.test(decodeUtf8(id)) ? "must not contain a control character" : undefined;
}
