import { headingReference, resolveHeading } from "../engine/heading.ts";
import type { SectionVM } from "../engine/state.ts";
import { hostError } from "../lua/host-error.ts";
import { LuaTable } from "../lua/table.ts";
import type { LuaFunction } from "../lua/value.ts";

/** The global `list_from_section(heading)`: a fresh array of the items of a visible section (HEAD-05, HEAD-06). */
export function hostListFromSection(vm: SectionVM): LuaFunction {
  return listFunction(vm, resolveHeading);
}

/** The same with another way to find a section. */
export function listFunction(vm: SectionVM, resolve: typeof resolveHeading): LuaFunction {
  return (heading) => {
    const { name, items } = vm.run.module.sections[resolve(vm.entry, headingReference(vm, heading))]!;
    if (items === undefined) throw hostError(vm, "lua", `section \`${name}\` has no pre-parsed items`);
    return new LuaTable([0, ...items]);
  };
}
