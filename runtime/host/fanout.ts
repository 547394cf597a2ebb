import { headingReference } from "../engine/heading.ts";
import { pause } from "../engine/pause.ts";
import { reportedVar, startTask, strandOf, targetSection } from "../engine/start-task.ts";
import type { SectionVM } from "../engine/state.ts";
import type { Strand } from "../engine/strand.ts";
import { suspendingHost } from "../engine/suspend.ts";
import { walk } from "../engine/walk.ts";
import { LuaError } from "../lua/error.ts";
import { hostError } from "../lua/host-error.ts";
import { LuaTable } from "../lua/table.ts";
import type { LuaFunction, Steps, Value } from "../lua/value.ts";
import { type Arm, Arms } from "./fanout-arms.ts";
import { fanoutMembers } from "./fanout-collection.ts";
import { type ArmResult, fanoutResults } from "./fanout-result.ts";
import { itemJson } from "./tasks/item.ts";

/** The global `fanout(worker, collection)`: runs a section once per member and gives their results in member order (FAN-1 to FAN-31). */
export function hostFanout(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (worker, collection) {
    const members = fanoutMembers(vm, collection);
    const start = armStarter(vm, yield* strandOf(), worker);
    return yield* runArms(vm, members, start, fanoutResults());
  });
}

/** Runs an arm for each member and gives the table of their results, in member order; `start` begins one. */
export function* runArms(
  vm: SectionVM,
  members: readonly Value[],
  start: (item: Value, position: number) => Arm,
  resultOf: (result: ArmResult) => Value,
): Steps {
  const arms = new Arms();
  try {
    return yield* results(vm, arms, members, start, resultOf);
  } catch (thrown) {
    // What is no error stops the whole chain, and the arms with it.
    if (thrown instanceof LuaError) arms.cancel();
    throw thrown;
  }
}

/** Starts arms up to the cap, waits for ends and starts the next, until all have ended (FAN-11, FAN-24). */
function* results(
  vm: SectionVM,
  arms: Arms,
  members: readonly Value[],
  start: (item: Value, position: number) => Arm,
  resultOf: (result: ArmResult) => Value,
): Steps {
  const cap = Math.max(1, vm.run.limits.maxFanoutConcurrency ?? 8);
  const slots: Value[] = [0];
  for (let next = 0; next < members.length || arms.live > 0; ) {
    while (next < members.length && arms.live < cap) arms.add(start(members[next]!, ++next));
    yield arms;
    if (vm.fuel < vm.floor) yield* pause(vm);
    for (const arm of arms.takeEnded()) slots[arm.position] = resultOf(arms.resultOf(vm, arm));
  }
  return new LuaTable(slots);
}

/** Gives what starts one arm, after the checks of each start (FAN-10, FAN-12). */
function armStarter(vm: SectionVM, strand: Strand, worker: Value): (item: Value, position: number) => Arm {
  const variables = vm.entry.readVar?.() ?? vm.chain.var;
  const reported = reportedVar(variables);
  return (item, position) => {
    const reference = headingReference(vm, worker);
    const json = itemJson(vm, item);
    if (json === undefined) throw hostError(vm, "lua", "item must be a JSON-representable value");
    const section = targetSection(vm, reference, "fanout");
    const task = startTask(vm, strand, { section, item: json, index: position, variables, reported, walk });
    return { task, item, json, position };
  };
}
