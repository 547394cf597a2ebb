import { jumpFunction } from "../engine/jump.ts";
import type { SectionVM } from "../engine/state.ts";
import type { LuaFunction } from "../lua/value.ts";
import { reachHeading } from "./heading.ts";
import { sectionsOnly } from "./sections-only.ts";

/** The global `jump(heading)` (V1-39). */
export function hostJump1(vm: SectionVM): LuaFunction {
  return sectionsOnly(vm, "jump", () => jumpFunction(vm, reachHeading));
}
