import type { SectionVM } from "../../engine/state.ts";
import type { ProseFailure } from "../../host/prose.ts";

/** `{{ reply }}`: the last reply on the walk (V1-60). */
export function proseReply({ chain }: SectionVM): string | ProseFailure {
  return chain.reply ?? ["NilReply", "{{ reply }} is nil (no prior section reply)"];
}
