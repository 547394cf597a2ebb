import { chainError } from "../../engine/chain-error.ts";
import { originate } from "../../engine/origin.ts";
import type { SectionVM } from "../../engine/state.ts";
import type { Task } from "../../engine/task.ts";
import { hostError } from "../../lua/host-error.ts";
import type { Value } from "../../lua/value.ts";

/** Takes what a task that has ended gave: `ok`, then its text or its error value; a cancelled one gives the same each time (TSK-20, TSK-22, TSK-23). */
export function takeOutcome(vm: SectionVM, task: Task): readonly [ok: boolean, result: Value] {
  const { outcome, id } = task;
  if (task.state !== "done") {
    const error = hostError(vm, "cancelled", `task \`${id}\` was cancelled`, { task: id });
    return [false, originate(vm, error).value];
  }
  task.deliver();
  return typeof outcome === "string" ? [true, outcome] : [false, chainError(vm, outcome!).value];
}
