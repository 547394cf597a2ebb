import type { SectionVM } from "../../engine/state.ts";
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
  throw hostError(vm, "lua", `models.${name} label ${quoted(label)} is not a bound model role`);
}
