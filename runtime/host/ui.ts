import type { SectionVM } from "../engine/state.ts";
import type { LuaFunction } from "../lua/value.ts";
import { encodeUtf8 } from "../utf8.ts";
import { parseJson } from "./json-parse.ts";
import { luaFromJson } from "./json-to-lua.ts";

/** The global `ui()`: a fresh copy of the host's snapshot at each call; nil when the host gave none (UI-01). */
export function hostUi(vm: SectionVM): LuaFunction | undefined {
  const { ui } = vm.run;
  if (ui === undefined) return undefined;
  const snapshot = parseJson(encodeUtf8(ui)) ?? null;
  return () => luaFromJson(snapshot);
}
