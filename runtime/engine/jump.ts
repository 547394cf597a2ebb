import { refill } from "../lua/fuel.ts";
import { hostError } from "../lua/host-error.ts";
import type { LuaFunction, Value } from "../lua/value.ts";
import { HOP_COST } from "./chain.ts";
import { closingFailure } from "./failure.ts";
import { headingReference, resolveHeading } from "./heading.ts";
import type { SectionModule } from "./module.ts";
import { originate } from "./origin.ts";
import { pause } from "./pause.ts";
import type { Entry, SectionVM } from "./state.ts";

/**
 * The global `jump(heading)`: records the block's jump and unwinds it with an error that `pcall` can see but that does not undo the
 * jump (JUMP-01 to JUMP-04). Refused while the shared library loads (JUMP-08) and inside local tool handlers (JUMP-09).
 */
export function hostJump(vm: SectionVM): LuaFunction {
  return jumpFunction(vm, resolveHeading);
}

/** Why a jump is refused while the shared library loads (JUMP-08). */
export const LOADING = "jump is not available during shared library load";

/** The same with another way to find a section; `isPassedBy` is true for those that a level which resumes does not go on with. */
export function jumpFunction(
  vm: SectionVM,
  resolve: typeof resolveHeading,
  isPassedBy?: (section: SectionModule) => boolean,
): LuaFunction {
  const { entry } = vm;
  return (heading) => {
    const { barred } = entry.chain;
    if (barred !== undefined) throw hostError(vm, "lua", barred);
    if (entry.loading) throw originate(vm, hostError(vm, "lua", LOADING));
    const reference = headingReference(vm, heading);
    entry.jump = (jumper) => follow(jumper, reference, resolve, isPassedBy);
    throw hostError(vm, "lua", "jump transfer");
  };
}

const JUMPS_PER_TURN = 64;

/** The target of a jump (JUMP-10); one to a child suspends the level of the jumper, which resumes behind it (CHILD-01, CHILD-02). */
function* follow(
  jumper: Entry,
  reference: string,
  resolve: typeof resolveHeading,
  isPassedBy: ((section: SectionModule) => boolean) | undefined,
): Generator<unknown, number, Value> {
  const { index, vm, run } = jumper;
  const { sections } = run.module;
  // Sections that jump to one another may never end: now and then a jump lets the event loop turn (CAN-01).
  vm.fuel = vm.granted - HOP_COST;
  if (jumper.chain.entries % JUMPS_PER_TURN === 0) yield* pause(vm);
  else refill(vm);
  let target: number;
  try {
    target = resolve(jumper, reference);
  } catch (thrown) {
    throw closingFailure(jumper, thrown);
  }
  if (index !== undefined && sections[target]!.parent === index) {
    const next = nextSibling(sections, index, isPassedBy);
    if (next !== undefined) jumper.chain.suspended.push(next);
  }
  return target;
}

function nextSibling(
  sections: readonly SectionModule[],
  index: number,
  isPassedBy: ((section: SectionModule) => boolean) | undefined,
): number | undefined {
  const { parent } = sections[index]!;
  for (let next = index + 1; next < sections.length; next++)
    if (sections[next]!.parent === parent && !isPassedBy?.(sections[next]!)) return next;
  return undefined;
}
