import type { SectionVM } from "../../engine/state.ts";
import { checkAlias, textArgument } from "../../host/alias.ts";
import { quoted } from "../../host/quote.ts";
import { addFunction } from "../../host/tools/add.ts";
import { addLocalFunction } from "../../host/tools/add-local.ts";
import { EMPTY } from "../../lua/call.ts";
import { hostError } from "../../lua/host-error.ts";
import type { LuaFunction } from "../../lua/value.ts";
import { h1Only } from "../h1-only.ts";

/** `tools.always(alias, override?)`: offers a needed tool in every section and in later H1 prose (V1-54, V1-56). */
export function hostToolsAlways1(vm: SectionVM): LuaFunction {
  return h1Only(vm, "tools.always", () => (target, override) => {
    const alias = textArgument(vm, "always", 1, target);
    const description = override === undefined ? undefined : textArgument(vm, "always", 2, override);
    checkAlias(vm, alias, "tool alias");
    const refuse = (what: string) => hostError(vm, "lua", `tools.always alias ${quoted(alias)} ${what}`);
    const { bindings } = vm.run;
    if (!bindings?.tools.has(alias)) throw refuse("was not declared by tools.need");
    if (bindings.always.has(alias)) throw refuse("was recorded more than once");
    bindings.always.set(alias, description);
    return EMPTY;
  });
}

/** `tools.add(…)`: offers needed tools in the section (V1-54, V1-56). */
export function hostToolsAdd1(vm: SectionVM): LuaFunction {
  if (vm.entry.index !== undefined)
    return addFunction(vm, { alias: "tool alias", unbound: "was not declared by tools.need" });
  return () => {
    throw hostError(vm, "lua", "tools.add is only available during H2 recording");
  };
}

/** `tools.add_local(…)`: a tool of the section; not there in the H1 pass (V1-54, V1-56). */
export function hostToolsAddLocal1(vm: SectionVM): LuaFunction | undefined {
  if (vm.entry.index === undefined) return undefined;
  return addLocalFunction(vm, { alias: "tool alias", bound: "a declared tool alias" });
}
