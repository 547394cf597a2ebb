import type { SectionVM } from "../../engine/state.ts";
import type { LuaError } from "../../lua/error.ts";
import { hostError } from "../../lua/host-error.ts";
import type { Reply } from "./reply.ts";

/** What is said of a blank reply that nothing allows. */
export function emptyReplyText({ reasoning }: Reply): string {
  return `empty model reply${reasoning === undefined ? "" : ": reasoning content was present but ignored"}`;
}

/** The error of a blank reply that nothing allows (CONV-61). */
export function emptyReply(vm: SectionVM, reply: Reply): LuaError {
  const { finishReason } = reply;
  return hostError(
    vm,
    "empty_model_reply",
    emptyReplyText(reply),
    finishReason === undefined ? {} : { finish_reason: finishReason },
  );
}
