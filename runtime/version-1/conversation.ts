import type { Entry } from "../engine/state.ts";
import type { MessageRecord } from "../host/messages/record.ts";
import type { ModelHandle } from "../host/models/handle.ts";

/** What the prose of one section entry has said to its model so far. */
export interface Conversation {
  /** A text of the model is never in it (V1-26). */
  readonly records: MessageRecord[];
  /** Whom it is with; undefined when the section has no model. */
  readonly model: ModelHandle | undefined;
  /** Why the model stopped last, null when it did not say; undefined before the first rounds (V1-30). */
  finishReason?: string | null;
}

/**
 * What every prose block begins with, also an empty one: the first fixes the model, and the tools in scope are those of this moment (V1-20,
 * V1-21). In the H1 pass the model is the default declared so far (V1-48).
 */
export function beginProse(entry: Entry): Conversation {
  const model = entry.selection ?? entry.run.defaultModel;
  if (entry.conversation === undefined) entry.conversation = { records: [], model };
  else if (entry.index === undefined) entry.conversation = { ...entry.conversation, model };
  entry.onProse?.();
  return entry.conversation;
}
