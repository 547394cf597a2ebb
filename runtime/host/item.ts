import type { SectionVM } from "../engine/state.ts";
import type { Value } from "../lua/value.ts";
import { luaFromJson, NULL_MARKER } from "./json-to-lua.ts";

/** The global `item`: a copy of the member or data that the entry was seeded with; nil everywhere else (FAN-15, FAN-16, TSK-3). */
export function hostItem({ entry }: SectionVM): Value {
  const item = entry.seed?.item;
  return item === undefined ? undefined : luaFromJson(item, NULL_MARKER);
}
