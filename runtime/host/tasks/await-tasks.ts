import { scalarText } from "../../engine/returns.ts";
import type { SectionVM } from "../../engine/state.ts";
import type { Task } from "../../engine/task.ts";
import type { Json } from "../../json.ts";
import { isNumber, toDouble } from "../../lua/number.ts";
import type { Value } from "../../lua/value.ts";
import { type BuiltInAnswer, type BuiltInCall, refused } from "./built-in.ts";
import { TasksWait } from "./wait.ts";

/** The built-in `await_tasks`: the notices that are queued, or those of the next end of a model's task (MTK-30 to MTK-32). */
export function* awaitTasks(vm: SectionVM, { given }: BuiltInCall): Generator<unknown, BuiltInAnswer, Value> {
  const timeout = given.get("timeout") ?? undefined;
  if (!isDuration(timeout))
    return refused("await_tasks: `timeout` must be a non-negative number of seconds when given");
  const queued = takeNotices(vm);
  if (queued.length > 0) return { text: queued.join("\n") };
  const live = liveTasks(vm);
  if (live.length === 0 && timeout === undefined) return { text: "nothing to wait for" };
  if (timeout !== undefined) vm.chain.children++;
  const wait = new TasksWait(vm, live, 1, timeout === undefined ? undefined : toDouble(timeout));
  yield wait;
  const lines = [...takeNotices(vm)];
  if (wait.timedOut) lines.push(overdue(liveTasks(vm), timeout!));
  return { text: lines.join("\n") };
}

function overdue(live: readonly Task[], timeout: Exclude<Duration, undefined>): string {
  if (live.length === 0) return `slept ${scalarText(timeout)} seconds`;
  return `timed out; tasks ${live.map((task) => task.id).join(", ")} still running`;
}

type Duration = Parameters<typeof toDouble>[0] | undefined;

function isDuration(timeout: Json | undefined): timeout is Duration {
  if (timeout === undefined) return true;
  return (
    isNumber(timeout as Value) && toDouble(timeout as never) >= 0 && toDouble(timeout as never) < 2 ** 64
  );
}

function takeNotices({ chain }: SectionVM): readonly string[] {
  return chain.notices?.() ?? [];
}

function liveTasks({ chain }: SectionVM): Task[] {
  return [...(chain.tasks?.live ?? [])].filter((task) => task.origin === "model");
}
