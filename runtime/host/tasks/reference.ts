import type { SectionVM } from "../../engine/state.ts";
import type { Task } from "../../engine/task.ts";
import { hostError } from "../../lua/host-error.ts";
import { index } from "../../lua/index.ts";
import { LuaTable } from "../../lua/table.ts";
import { hostType } from "../../lua/type-name.ts";
import type { Value } from "../../lua/value.ts";

/**
 * The id text of a handle, which is any table with a string `task`, or of an id (TSK-2). Throws an error value of kind `lua` that names
 * the call (TSK-30, TSK-46).
 */
export function taskReference(vm: SectionVM, call: string, value: Value): string {
  const id = value instanceof LuaTable ? index(vm, value, "task") : value;
  if (typeof id === "string") return id;
  throw hostError(vm, "lua", `${call} expects a Task handle or task id, got ${hostType(id)}`);
}

/** An id in the form that the engine gives it; undefined for a text that is none (ID-9). */
export function parseTaskId(text: string): string | undefined {
  const parts = text.split(".");
  if (!parts.every((part) => /^[0-9]+$/.test(part) && Number(part) <= 4_294_967_295)) return undefined;
  return parts.map(Number).join(".");
}

/** The same; throws an error value of kind `lua` for a text that is no id. */
export function taskId(vm: SectionVM, text: string): string {
  const id = parseTaskId(text);
  if (id !== undefined) return id;
  const required = "required a dot-separated path such as `0.1`";
  throw hostError(vm, "lua", `\`${text}\` is not a task id: ${required}`);
}

/** The task of an id, which the chain must own (TSK-25). Throws an error value of kind `task_not_owned`. */
export function ownedTask(vm: SectionVM, id: string): Task {
  const task = vm.chain.tasks?.all.get(id);
  if (task !== undefined) return task;
  throw hostError(vm, "task_not_owned", `task \`${id}\` is not a task this chain owns`, { task: id });
}

/** The task that a call names: its reference, its id, then its owner are checked (TSK-46). */
export function namedTask(vm: SectionVM, call: string, value: Value): Task {
  return ownedTask(vm, taskId(vm, taskReference(vm, call, value)));
}

/** A new handle (TSK-2). */
export function handleOf({ id }: Task): LuaTable {
  const handle = new LuaTable();
  handle.setField("task", id);
  return handle;
}

/** A field of an options table that may have been left out. Throws an error value of kind `lua` when it is no table. */
export function optionsField(vm: SectionVM, what: string, options: Value, name: string): Value {
  if (options === undefined) return undefined;
  if (options instanceof LuaTable) return index(vm, options, name);
  throw hostError(vm, "lua", `${what} must be a table, got ${hostType(options)}`);
}
