import { jumpFunction } from "../engine/jump.ts";
import type { Entry, SectionVM } from "../engine/state.ts";
import type { LuaFunction } from "../lua/value.ts";
import { reachHeading } from "./heading.ts";
import { sectionsOnly } from "./sections-only.ts";

/** The global `jump(heading)` (V1-39). */
export function hostJump1(vm: SectionVM): LuaFunction {
  return sectionsOnly(vm, "jump", () => jumpFunction(vm, targetOf, ({ isOffWalk }) => isOffWalk === true));
}

/** An arm goes on where it has jumped, and nowhere else (V1-51). */
function targetOf(jumper: Entry, reference: string): number {
  const target = reachHeading(jumper, reference);
  jumper.chain.hasJumped = true;
  return target;
}
