import { headingReference } from "../engine/heading.ts";
import { reportedVar, startTask, strandOf, targetSection } from "../engine/start-task.ts";
import type { SectionVM } from "../engine/state.ts";
import type { Strand } from "../engine/strand.ts";
import { suspendingHost } from "../engine/suspend.ts";
import { runArms } from "../host/fanout.ts";
import type { Arm } from "../host/fanout-arms.ts";
import { checkFilled, collectionMembers } from "../host/fanout-collection.ts";
import { itemJson } from "../host/tasks/item.ts";
import { hostError } from "../lua/host-error.ts";
import type { LuaFunction, Value } from "../lua/value.ts";
import { armResults } from "./arm-result.ts";
import { reachHeading, visibleTo } from "./heading.ts";
import { sectionsOnly } from "./sections-only.ts";
import { armWalk } from "./walk.ts";

/** The global `fanout(heading, collection)`: runs a section once per member and gives their results in member order (V1-50 to V1-53). */
export function hostFanout1(vm: SectionVM): LuaFunction {
  return sectionsOnly(vm, "fanout", () =>
    suspendingHost(vm, function* (worker, collection) {
      const members = collectionMembers(vm, collection);
      const section = targetSection(vm, headingReference(vm, worker), "fanout", reachHeading);
      checkFilled(vm, members);
      return yield* runArms(vm, members, armStarter(vm, yield* strandOf(), section), armResults(vm));
    }),
  );
}

/** Gives what starts one arm: it inherits what the caller had at its entry as its reply, and sees what the caller sees (V1-32, V1-43, V1-51). */
function armStarter(vm: SectionVM, strand: Strand, section: number): (item: Value, position: number) => Arm {
  const { chain, entry, run } = vm;
  const variables = entry.readVar?.() ?? chain.var;
  const reported = reportedVar(variables);
  const writers = new Map();
  const visible = visibleToWorker(vm, section);
  return (item, position) => {
    const json = itemJson(vm, item);
    if (json === undefined) throw hostError(vm, "lua", "item must be a JSON-representable value");
    const task = startTask(vm, strand, { section, index: position, variables, reported, walk: armWalk });
    Object.assign(task.chain, {
      args: run.args,
      seed: { item: json, index: position, visible },
      reply: entry.incoming,
      arm: { writers, outer: chain.arm },
    });
    return { task, item, json, position };
  };
}

function visibleToWorker({ entry, run }: SectionVM, worker: number): readonly number[] {
  const children = run.module.sections.flatMap(({ parent }, index) => (parent === worker ? [index] : []));
  return [...new Set([...visibleTo(entry).filter((index) => index !== worker), ...children])];
}
