import { ModelFailure } from "../model-failure.ts";

/** The failure for a reply that cannot be read: `malformed response: {detail}` in the run (HOST-M14). */
export function malformedReply(detail: string): ModelFailure {
  return new ModelFailure({ kind: "malformed", message: detail });
}

/** The failure for a reply of more bytes than the run allows (LMT-03). */
export function replyTooLong(limit: number): ModelFailure {
  return malformedReply(`response stream exceeds the ${limit}-byte limit`);
}
