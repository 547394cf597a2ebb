import type { SectionVM } from "../../engine/state.ts";
import { IMMEDIATE, suspendingHost } from "../../engine/suspend.ts";
import type { Task } from "../../engine/task.ts";
import { LuaTable } from "../../lua/table.ts";
import type { LuaFunction, Value } from "../../lua/value.ts";
import { ownedTask, taskId, taskReference } from "./reference.ts";

/** `tasks.status(task)`: of a task that the chain owns, or of the one it runs in (TSK-41, TSK-42). */
export function tasksStatus(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (reference) {
    yield IMMEDIATE;
    const id = taskId(vm, taskReference(vm, "tasks.status", reference));
    const { within } = vm.chain;
    return statusTable(statusOf(vm, within?.id === id ? within : ownedTask(vm, id)));
  });
}

/** What is known of a task at a moment; texts are byte strings. */
export interface TaskStatus {
  readonly target: string;
  readonly origin: string;
  readonly state: string;
  readonly ok: boolean | undefined;
  readonly section: string | undefined;
  readonly blocked: string | undefined;
  readonly turns: number;
  readonly tasks: readonly string[];
  readonly depth: number;
  readonly note: string | undefined;
}

/** The status of a task (TSK-41). */
export function statusOf({ run }: SectionVM, task: Task): TaskStatus {
  const { chain, section, origin, state, ok, note, strand } = task;
  return {
    target: section,
    origin,
    state,
    ok,
    section: strand === undefined ? undefined : chain.entry?.section,
    blocked: blockedOn(task),
    turns: run.rounds?.get(task.id) ?? 0,
    tasks: [...(chain.tasks?.live ?? [])].map((own) => own.id),
    depth: chain.depth,
    note,
  };
}

function blockedOn({ strand, chain }: Task): string | undefined {
  if (strand?.park === undefined) return undefined;
  return chain.called === undefined ? (BLOCKED[strand.park.kind] ?? "tasks") : "call";
}

/** By the kind of what is waited for; history reads count as task waits. */
const BLOCKED: { readonly [kind: string]: string } = {
  model: "chat",
  tool: "tool_call",
  userInput: "user_input",
  store: "store",
};

function statusTable(status: TaskStatus): LuaTable {
  const table = new LuaTable();
  for (const [name, value] of Object.entries({ ...status, tasks: new LuaTable([0, ...status.tasks]) }))
    table.setField(name, value as Value);
  return table;
}
