import type { SectionVM } from "../../engine/state.ts";
import { unusedNames } from "../../engine/unused-names.ts";
import type { LuaError } from "../../lua/error.ts";
import { hostError } from "../../lua/host-error.ts";
import type { Value } from "../../lua/value.ts";
import { checkAlias, textArgument } from "../alias.ts";
import { quoted } from "../quote.ts";
import { type ModelHandle, roleHandle } from "./handle.ts";

/** The handle of the bound role that `models.use` or `models.default` names, after the checks of MOD-23 in their order. */
export function boundRole(vm: SectionVM, name: "use" | "default", value: Value): ModelHandle {
  const label = textArgument(vm, name, 1, value);
  checkAlias(vm, label);
  const handle = roleHandle(vm, label);
  if (handle !== undefined) return handle;
  throw unbound(vm, label, `models.${name} label`);
}

/** The error of a name that is no bound role; a declared role lacks its model (MOD-11). `what` begins the message. */
export function unbound(vm: SectionVM, label: string, what: string): LuaError {
  const error = hostError(vm, "lua", `${what} ${quoted(label)} is not a bound model role`);
  const { module, options } = vm.run;
  const roles = module.contract.roles.map((role) => role.label);
  if (roles.includes(label)) error.help = NO_MODEL + unusedNames("models", options.models, roles);
  return error;
}

const NO_MODEL = "give the run the option `model`, or `models` with a model for this role";
