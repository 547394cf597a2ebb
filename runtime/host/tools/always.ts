import type { SectionVM } from "../../engine/state.ts";
import { EMPTY } from "../../lua/call.ts";
import { hostError } from "../../lua/host-error.ts";
import type { LuaFunction } from "../../lua/value.ts";
import { checkAlias, textArgument } from "../alias.ts";
import { quoted } from "../quote.ts";

/** `tools.always(alias, description?)`: offers a bound tool in every section (TOOL-11, TOOL-12). */
export function hostToolsAlways(vm: SectionVM): LuaFunction {
  return (target, override) => {
    const alias = textArgument(vm, "always", 1, target);
    const description = override === undefined ? undefined : textArgument(vm, "always", 2, override);
    checkAlias(vm, alias);
    const { bindings } = vm.run;
    if (!bindings?.tools.has(alias)) {
      throw hostError(vm, "lua", `tools.always alias ${quoted(alias)} is not a bound tool slot`);
    }
    bindings.always.set(alias, description ?? bindings.always.get(alias));
    return EMPTY;
  };
}
