import type { SectionVM } from "../engine/state.ts";
import { listFunction } from "../host/list.ts";
import type { LuaFunction } from "../lua/value.ts";
import { reachHeading } from "./heading.ts";
import { sectionsOnly } from "./sections-only.ts";

/** The global `list_from_section(heading)`, as in version 0 (V1-47). */
export function hostListFromSection1(vm: SectionVM): LuaFunction {
  return sectionsOnly(vm, "list_from_section", () => listFunction(vm, reachHeading));
}
