import type { Json } from "../../json.ts";
import { LuaFloat } from "../../lua/number.ts";
import { LuaTable } from "../../lua/table.ts";
import type { Value } from "../../lua/value.ts";
import type { VM } from "../../lua/vm.ts";
import { entriesOf, jsonFromLua, NotJson } from "../json-from-lua.ts";
import { StandIn } from "../stand-in.ts";

/** The data that a task is given as `item`; undefined when JSON cannot hold it, which has neither cycles nor numbers without an end (FAN-12, TSK-8). */
export function itemJson(vm: VM, value: Value): Json | undefined {
  try {
    const json = jsonFromLua(vm, value, "item");
    return isFiniteData(value) ? json : undefined;
  } catch (thrown) {
    if (thrown instanceof NotJson) return undefined;
    throw thrown;
  }
}

/** True when no number inside is infinite or NaN. The value has no cycle. */
function isFiniteData(value: Value): boolean {
  if (value instanceof LuaFloat) return Number.isFinite(value.n);
  if (typeof value === "number") return Number.isFinite(value);
  // What stands in for data has been checked when that was written.
  if (!(value instanceof LuaTable) || value instanceof StandIn) return true;
  for (const [, member] of entriesOf(value)) if (!isFiniteData(member)) return false;
  return true;
}
