import type { SectionVM } from "../../engine/state.ts";
import { IMMEDIATE, suspendingHost } from "../../engine/suspend.ts";
import { EMPTY } from "../../lua/call.ts";
import type { LuaFunction } from "../../lua/value.ts";
import { namedTask } from "./reference.ts";

/** `tasks.cancel(task)`: stops a live task and all that it owns (TSK-45). */
export function tasksCancel(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (reference) {
    yield IMMEDIATE;
    namedTask(vm, "tasks.cancel", reference).stop("cancelled");
    return EMPTY;
  });
}
