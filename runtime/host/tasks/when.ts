import { scalarText } from "../../engine/returns.ts";
import type { SectionVM } from "../../engine/state.ts";
import { IMMEDIATE, suspendingHost } from "../../engine/suspend.ts";
import type { Task } from "../../engine/task.ts";
import { spend } from "../../lua/fuel.ts";
import { hostError } from "../../lua/host-error.ts";
import { watchGrowth } from "../../lua/memory.ts";
import { isNumber, toDouble } from "../../lua/number.ts";
import { LuaTable } from "../../lua/table.ts";
import { set } from "../../lua/table-write.ts";
import { hostType } from "../../lua/type-name.ts";
import type { LuaFunction, Value } from "../../lua/value.ts";
import { listTexts } from "../list-texts.ts";
import { takeOutcome } from "./outcome.ts";
import { handleOf, optionsField, ownedTask, taskId, taskReference } from "./reference.ts";
import { TasksWait } from "./wait.ts";

/** `tasks.when_any(set, opts?)`: the handle of a task that has ended, `ok`, and its result; one nil when time is up (TSK-20, TSK-27). */
export function tasksWhenAny(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (members, options) {
    const { tasks, seconds } = readWait(vm, "tasks.when_any", members, options);
    let ended = tasks.find((task) => task.strand === undefined);
    if (ended === undefined) {
      const wait = new TasksWait(vm, [...new Set(tasks)], 1, seconds);
      yield wait;
      ended = wait.first;
    } else yield IMMEDIATE;
    return ended === undefined ? undefined : [handleOf(ended), ...takeOutcome(vm, ended)];
  });
}

/** `tasks.when_all(set, opts?)`: an entry `{ task, ok, result }` per position, and whether time was up (TSK-21, TSK-27). */
export function tasksWhenAll(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (members, options) {
    const { tasks, seconds } = readWait(vm, "tasks.when_all", members, options);
    const live = [...new Set(tasks)].filter((task) => task.strand !== undefined);
    const wait = new TasksWait(vm, live, live.length, seconds);
    yield live.length > 0 ? wait : IMMEDIATE;
    return [entries(vm, tasks), wait.timedOut];
  });
}

function entries(vm: SectionVM, tasks: readonly Task[]): LuaTable {
  const taken = new Map<Task, readonly [boolean, Value]>();
  const list = new LuaTable();
  tasks.forEach((task, offset) => {
    spend(vm);
    if (task.strand !== undefined) return;
    const [ok, result] = taken.get(task) ?? takeOutcome(vm, task);
    taken.set(task, [ok, result]);
    const entry = handleOf(task);
    entry.setField("ok", ok);
    entry.setField("result", result);
    set(list, offset + 1, entry);
    watchGrowth(vm, list);
  });
  return list;
}

/** The arguments of a wait in the order of their checks (TSK-30, TSK-31, TSK-24). A timed wait takes a child index also when its members are refused (ID-6). */
function readWait(
  vm: SectionVM,
  call: string,
  members: Value,
  options: Value,
): { tasks: Task[]; seconds: number | undefined } {
  const references = readSet(vm, call, members);
  const seconds = timeout(vm, call, options);
  if (seconds !== undefined) vm.chain.children++;
  const ids = references.map((reference) => taskId(vm, reference));
  return { tasks: ids.map((id) => waitable(vm, id)), seconds };
}

function readSet(vm: SectionVM, call: string, members: Value): string[] {
  if (!(members instanceof LuaTable))
    throw hostError(vm, "lua", `${call} expects a set of tasks, got ${hostType(members)}`);
  const references = listTexts(vm, members, (member) => taskReference(vm, call, member));
  if (references.length === 0) throw hostError(vm, "lua", `${call} requires at least one task`);
  return references;
}

function timeout(vm: SectionVM, call: string, options: Value): number | undefined {
  const given = optionsField(vm, `${call} opts`, options, "timeout");
  if (given === undefined) return undefined;
  if (!isNumber(given))
    throw hostError(vm, "lua", `${call} timeout must be a number, got ${hostType(given)}`);
  const seconds = toDouble(given);
  if (seconds >= 0 && seconds < 2 ** 64) return seconds;
  const text = `timeout must be a non-negative finite number of seconds, got ${scalarText(given)}`;
  throw hostError(vm, "lua", text);
}

function waitable(vm: SectionVM, id: string): Task {
  const task = ownedTask(vm, id);
  if (!task.isDelivered) return task;
  const text = `task \`${id}\` was already delivered: a task's result is taken by one wait`;
  throw hostError(vm, "task_consumed", text, { task: id });
}
