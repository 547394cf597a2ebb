import type { Reply } from "../engine/effects.ts";
import { EffectDropped } from "../errors.ts";
import type { JsonValue } from "../events.ts";
import { fieldOf } from "../host/models/failure.ts";
import { thrownText } from "../host/thrown.ts";
import type { JournalAnswer } from "./entries.ts";

type Kept = Pick<JournalAnswer, "value" | "thrown">;

/**
 * What a journal keeps of a reply: plain JSON. An answer that is none is kept as a failure that says so. `isRawWanted`: also of what went over the wire
 * to a model, which repeats the whole conversation.
 */
export function plainReply(effect: string, reply: Reply, isRawWanted: boolean): Kept {
  if ("cause" in reply) return { thrown: plainCause(effect, reply.cause) };
  const failure = effect === "store" ? fieldOf(reply.value, "failure") : undefined;
  try {
    // What a backend threw is for people: prompts see the failure.
    const text = JSON.stringify(failure === undefined ? reply.value : { failure });
    const value = (text === undefined ? null : JSON.parse(text)) as JsonValue;
    return { value: effect === "model" && !isRawWanted ? withoutRaw(value) : value };
  } catch (cause) {
    return { thrown: { message: `the answer cannot be kept in the journal: ${thrownText(cause)}` } };
  }
}

function withoutRaw(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { raw: _raw, ...kept } = value as { readonly [name: string]: JsonValue };
  return kept;
}

/** The reply that a journal has kept. */
export function keptReply({ value, thrown }: Kept): Reply {
  return thrown === undefined ? { value } : { cause: keptCause(thrown) };
}

/** The fields of an exception that a run can notice: those of a `ModelFailure`, and the message of any other (HOST-M20, HOST-T02). */
function plainCause(effect: string, cause: unknown): JsonValue {
  if (cause instanceof EffectDropped) return { dropped: true };
  const fields: { [name: string]: string | number } = {};
  for (const name of ["message", "kind", "status", "body"]) {
    const field = fieldOf(cause, name);
    if (typeof field === "string" || typeof field === "number") fields[name] = field;
  }
  if (effect !== "model" || typeof cause === "string") fields["message"] = thrownText(cause);
  return fields;
}

function keptCause(thrown: JsonValue): unknown {
  const fields = thrown as { readonly dropped?: true };
  return fields.dropped === true ? new EffectDropped() : Object.assign(new Error(), fields);
}
