import type { SectionVM } from "../../engine/state.ts";
import type { LuaError } from "../../lua/error.ts";
import { hostError } from "../../lua/host-error.ts";
import type { Reply } from "./reply.ts";

/** The error of a blank reply that nothing allows (CONV-61). */
export function emptyReply(vm: SectionVM, { finishReason, reasoning }: Reply): LuaError {
  const detail = reasoning === undefined ? "" : ": reasoning content was present but ignored";
  return hostError(
    vm,
    "empty_model_reply",
    `empty model reply${detail}`,
    finishReason === undefined ? {} : { finish_reason: finishReason },
  );
}
