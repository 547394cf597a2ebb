import { ModelFailure } from "../../model-failure.ts";
import type { ReplyBody } from "./reply-body.ts";

/**
 * The failure for a response of another status than success. It takes the start of the body along, in which the engine looks for what
 * providers say of a request that is too long (CONV-74); `unreadable` when that cannot be read.
 */
export async function refusal(status: number, body: ReplyBody): Promise<ModelFailure> {
  try {
    return new ModelFailure({ kind: "backend", status, body: await body.text(LARGEST_REFUSAL) });
  } catch (cause) {
    return new ModelFailure({ kind: "unreadable", status }, { cause });
  }
}

const LARGEST_REFUSAL = 65_536;
