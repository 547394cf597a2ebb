import type { JsonValue } from "../../events.ts";
import { ModelFailure } from "../../model-failure.ts";
import { malformedReply } from "../malformed-reply.ts";
import type { Stopwatch } from "../stopwatch.ts";
import { EventStream } from "./event-stream.ts";
import type { ReplyBody } from "./reply-body.ts";
import { StreamReply } from "./stream-reply.ts";

/**
 * Reads a streamed reply into the form of a whole one. Rejects with a `transport` failure for a reply that is cut: the end of the body
 * with neither `[DONE]` nor a finish reason (HOST-M15, rule 2).
 */
export async function readStream(
  body: ReplyBody,
  told: (fragment: string) => void,
  stopwatch: Stopwatch,
): Promise<JsonValue> {
  const events = new EventStream();
  const reply = new StreamReply(told, stopwatch);
  for (;;) {
    const text = await nextText(body, reply);
    for (const data of text === undefined ? events.end() : events.feed(text)) {
      if (data.trim() === DONE) {
        await body.finish();
        return reply.whole();
      }
      addEvent(reply, data, text === undefined);
    }
    if (text !== undefined) continue;
    if (!reply.isFinished)
      throw new ModelFailure({ kind: "transport" }, { cause: new Error("the reply is cut") });
    return reply.whole();
  }
}

const DONE = "[DONE]";

/** A connection that breaks behind the finish reason is an end like others. */
async function nextText(body: ReplyBody, reply: StreamReply): Promise<string | undefined> {
  try {
    return await body.next();
  } catch (thrown) {
    if (body.isBroken && reply.isFinished) return undefined;
    throw thrown;
  }
}

function addEvent(reply: StreamReply, data: string, isLast: boolean): void {
  if (data.trim() === "") return;
  let chunk: unknown;
  try {
    chunk = JSON.parse(data);
  } catch {
    // The last event has no blank line behind it: it may be cut.
    if (isLast) return;
    throw malformedReply("an event of the response stream was not valid JSON");
  }
  reply.add(chunk);
}
