import type { SectionVM } from "../../engine/state.ts";
import { IMMEDIATE, suspendingHost } from "../../engine/suspend.ts";
import type { LuaFunction } from "../../lua/value.ts";
import { namedTask } from "./reference.ts";

/** `tasks.ready(task)`: whether it has ended, in any way (TSK-40). */
export function tasksReady(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (reference) {
    yield IMMEDIATE;
    return namedTask(vm, "tasks.ready", reference).strand === undefined;
  });
}
