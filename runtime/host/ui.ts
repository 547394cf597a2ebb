import type { SectionVM } from "../engine/state.ts";
import type { JsonValue } from "../events.ts";
import { hostText } from "../host-text.ts";
import type { LuaFunction } from "../lua/value.ts";
import type { RunOptions } from "../options.ts";
import { luaFromJson } from "./json-to-lua.ts";
import { jsonFromPlain } from "./plain-json.ts";
import { Weight } from "./weight.ts";

/** The global `ui()`: a fresh copy of the host's snapshot at each call; nil when the host gave none (UI-01). */
export function hostUi(vm: SectionVM): LuaFunction | undefined {
  const { ui } = vm.run;
  return ui === undefined ? undefined : () => luaFromJson(jsonFromPlain(ui, new Weight(vm)));
}

/** The host's snapshot as it is when a run is made. Throws a `TypeError` for what is not JSON. */
export function snapshotUi({ ui }: RunOptions): JsonValue | undefined {
  return ui === undefined ? undefined : (JSON.parse(hostText(ui, "the option `ui`")) as JsonValue);
}
