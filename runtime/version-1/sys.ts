import type { Entry, SectionVM } from "../engine/state.ts";
import { instantText, sealedSys } from "../host/sys.ts";
import type { Json } from "../json.ts";
import type { LuaTable } from "../lua/table.ts";
import { encodeUtf8 } from "../utf8.ts";

/** The global `sys` (V1-44); sealed as in version 0. */
export function hostSys1(vm: SectionVM): LuaTable {
  numberEntry(vm);
  return sealedSys(vm, sysField1);
}

/** A field of `sys` as it stands now; undefined when it is not present, null for nil. */
export function sysField1(entry: Entry, name: string): Json | undefined {
  return Object.hasOwn(FIELDS, name) ? FIELDS[name]!(entry) : undefined;
}

/** Takes the next number of the run, once for each entry; the H1 pass has 0 (V1-44). */
function numberEntry({ entry, run }: SectionVM): void {
  if (entry.number !== undefined) return;
  if (entry.index !== undefined) run.entryCount = (run.entryCount ?? 0) + 1;
  entry.number = entry.index === undefined ? 0 : run.entryCount!;
}

const FIELDS: { readonly [name: string]: (entry: Entry) => Json | undefined } = {
  when: (entry) => instantText(entry.run.startedAt),
  now: (entry) => instantText(entry.now!),
  id: (entry) => entry.number!,
  section_name: (entry) => entry.section,
  execution: (entry) => encodeUtf8(entry.run.execution),
  section_count: (entry) => entry.run.module.topLevel,
  index: (entry) => entry.seed?.index,
  // The H1 pass gains none of these (V1-48).
  model: (entry) => (entry.index === undefined ? undefined : entry.conversation?.model?.modelId),
  reply_finish_reason: (entry) => (entry.index === undefined ? undefined : entry.conversation?.finishReason),
};
