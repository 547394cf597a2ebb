import type { SectionVM } from "../../engine/state.ts";
import { displayText } from "../json-text.ts";
import type { ProseFailure } from "../prose.ts";

/** `{{ item }}`: the member that seeded the entry (SUB-28, SUB-47). */
export function proseItem({ entry }: SectionVM): string | ProseFailure {
  const item = entry.seed?.item;
  return item === undefined ? ["NilItem", "{{ item }} is nil (not inside a fanout arm)"] : displayText(item);
}
