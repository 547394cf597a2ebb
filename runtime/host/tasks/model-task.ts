import type { SectionVM } from "../../engine/state.ts";
import { effect } from "../../engine/suspend.ts";
import type { Task } from "../../engine/task.ts";
import type { Json } from "../../json.ts";
import { seedOf } from "../../lua/math/seed.ts";
import { LuaFloat } from "../../lua/number.ts";
import type { Value } from "../../lua/value.ts";
import { encodeUtf8 } from "../../utf8.ts";
import { envelope, guardNonce } from "../untrusted.ts";
import { type BuiltInAnswer, type BuiltInCall, refused } from "./built-in.ts";
import { historyEffect } from "./history.ts";
import { parseTaskId } from "./reference.ts";
import { statusOf } from "./status.ts";

/** The built-in `task_cancel` (MTK-21). */
// biome-ignore lint/correctness/useYield: the signature of a built-in
export function* cancelTask(vm: SectionVM, call: BuiltInCall): Generator<unknown, BuiltInAnswer, Value> {
  const task = modelTask(vm, "task_cancel", call);
  if (!("chain" in task)) return task;
  // The model knows: it gets no notice of this end.
  task.notify = undefined;
  task.stop("cancelled");
  return { text: `Task id=${task.id} cancelled` };
}

/** The built-in `task_status` (MTK-22). */
// biome-ignore lint/correctness/useYield: the signature of a built-in
export function* showTask(vm: SectionVM, call: BuiltInCall): Generator<unknown, BuiltInAnswer, Value> {
  const task = modelTask(vm, "task_status", call);
  if (!("chain" in task)) return task;
  const { target, state, ok, section, blocked, turns, tasks, note } = statusOf(vm, task);
  const parts = [
    `Task id=${task.id} (## ${target}): ${state}`,
    ...(state === "done" ? [ok ? "ok" : "failed"] : []),
    ...(section === undefined ? [] : [`in ## ${section}`]),
    ...(blocked === undefined ? [] : [`waiting on ${blocked}`]),
    `turns ${turns}`,
    ...(tasks.length === 0 ? [] : [`tasks ${tasks.join(", ")}`]),
    ...(note === undefined ? [] : [`note: ${note}`]),
  ];
  return { text: parts.join(", ") };
}

/** The built-in `task_events` (MTK-23). */
export function* readTaskEvents(vm: SectionVM, call: BuiltInCall): Generator<unknown, BuiltInAnswer, Value> {
  const task = modelTask(vm, "task_events", call);
  if (!("chain" in task)) return task;
  const last = sequenceNumber(call.given.get("last") ?? null);
  if (last === "wrong")
    return refused("task_events: `last` must be a non-negative integer sequence number when given");
  const events = yield* effect(vm, historyEffect(vm.run, task.id, last));
  if (events.length === 0) return { text: "no new events" };
  const lines = encodeUtf8(events.map((event) => JSON.stringify(event)).join("\n"));
  return { text: envelope(vm, guardNonce(seedOf(vm.entropy)), lines), isUntrusted: true };
}

/** The model's task that a call names, or its refusal (MTK-20). */
function modelTask(vm: SectionVM, name: string, { given }: BuiltInCall): Task | BuiltInAnswer {
  const text = given.get("id");
  if (typeof text !== "string")
    return refused(`${name}: \`id\` must be a task id string, exactly as \`task\` returned it`);
  const id = parseTaskId(text);
  if (id === undefined) return refused(`${name}: \`${text}\` is not a task id; use the id \`task\` returned`);
  const task = vm.chain.tasks?.all.get(id);
  return task?.origin === "model" ? task : refused(`${name}: no model task with id ${id}`);
}

function sequenceNumber(last: Json): number | undefined | "wrong" {
  if (last === null) return undefined;
  const number = last instanceof LuaFloat ? last.n : last;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= 4_294_967_295
    ? number
    : "wrong";
}
