import { scalarText } from "../../engine/returns.ts";
import type { SectionVM } from "../../engine/state.ts";
import { effect, suspendingHost } from "../../engine/suspend.ts";
import type { JsonValue, RunEvent } from "../../events.ts";
import { hostError } from "../../lua/host-error.ts";
import { float, isNumber, numberToInteger } from "../../lua/number.ts";
import { LuaTable } from "../../lua/table.ts";
import { set } from "../../lua/table-write.ts";
import { hostType } from "../../lua/type-name.ts";
import type { LuaFunction, Value } from "../../lua/value.ts";
import { entriesOf } from "../json-from-lua.ts";
import { luaFromJson } from "../json-to-lua.ts";
import { jsonFromPlain } from "../plain-json.ts";
import { Weight } from "../weight.ts";
import { historyEffect } from "./history.ts";
import { optionsField, ownedTask, taskId, taskReference } from "./reference.ts";

/** `tasks.events(task, opts?)`: the events so far of a task that the chain owns or runs in, after the number `opts.last` (EVT-1 to EVT-3). */
export function tasksEvents(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (reference, options) {
    const last = optionsField(vm, "tasks.events opts", options, "last");
    if (last !== undefined && !isNumber(last))
      throw hostError(vm, "lua", `tasks.events last must be a number, got ${hostType(last)}`);
    const id = taskId(vm, taskReference(vm, "tasks.events", reference));
    const after = sequenceNumber(vm, last);
    if (id !== vm.chain.task) ownedTask(vm, id);
    const events = yield* effect(vm, historyEffect(vm.run, id, after));
    const weight = new Weight(vm);
    return new LuaTable([0, ...events.map((event) => eventTable(event, weight))]);
  });
}

function sequenceNumber(vm: SectionVM, last: Value): number | undefined {
  if (last === undefined) return undefined;
  const whole = isNumber(last) ? numberToInteger(last) : undefined;
  const number = whole === undefined ? Number.NaN : Number(whole);
  if (number >= 0 && number <= 4_294_967_295) return number;
  throw hostError(vm, "lua", `last must be a non-negative integer sequence number, got ${scalarText(last)}`);
}

/** An event as Lua reads it: what was not measured is nil (EVT-4). */
function eventTable(event: RunEvent, weight: Weight): Value {
  const table = luaFromJson(jsonFromPlain(event as unknown as JsonValue, weight)) as LuaTable;
  const metrics = table.get("metrics");
  if (metrics instanceof LuaTable) for (const part of ["llama", "vllm", "client"]) floats(metrics.get(part));
  return table;
}

/** Times and rates are floats, also whole ones. */
function floats(part: Value): void {
  if (!(part instanceof LuaTable)) return;
  for (const [name, value] of [...entriesOf(part)])
    if (typeof value === "number" && !COUNTS.has(name)) set(part, name, float(value));
}

const COUNTS: ReadonlySet<Value> = /* @__PURE__ */ new Set([
  "prompt_n",
  "predicted_n",
  "draft_n",
  "draft_n_accepted",
]);
