import type { RunEvent } from "../events.ts";
import { LONGEST_TIMER } from "../longest-timer.ts";
import type { RunOutcome } from "../outcome.ts";
import type { PromptRun } from "../run.ts";
import { type Heartbeat, pulled } from "./pulled.ts";

/** What of a run a client is sent. */
export interface SseOptions {
  /** Gives false for an event that the client must not see; all events may hold texts of models, tools and files (HOST-24). */
  readonly shows?: (event: RunEvent) => boolean;
  /** The client's `Last-Event-ID` header: it has what came up to that event. */
  readonly lastEventId?: string | null | undefined;
  /** True: the run goes on when the client goes away, so that it can come back. */
  readonly outlives?: boolean;
  /**
   * After how many milliseconds without a message a comment is sent, which clients pass over: proxies close connections that are silent.
   * 0: never. Default 15,000, what the HTML standard advises (section 9.2.7).
   */
  readonly heartbeatMs?: number;
}

/**
 * A run as a response of server-sent events. Each event of the run is a message of its kind, with the log line (HOST-22) as data and its
 * number, from 0, as id; the live fragments of `run.text` are messages `delta` with a JSON string as data; last comes `outcome` with
 * `{ status, text }` or `{ status, error }` as JSON. A client that goes away cancels the run. Throws a `TypeError` for a `heartbeatMs`
 * that is no time.
 */
export function sse(run: PromptRun, options: SseOptions = {}): Response {
  const { outlives = false, heartbeatMs = 15_000 } = options;
  const heartbeat = heartbeatOf(heartbeatMs);
  const gone = (reason: unknown) => {
    if (!outlives) run.cancel(reason);
  };
  const body = pulled(framed(run, options), gone, heartbeat);
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // A proxy that compresses or collects would hold messages back.
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

function heartbeatOf(milliseconds: number): Heartbeat<Uint8Array> | undefined {
  if (!(milliseconds >= 0 && milliseconds <= LONGEST_TIMER))
    throw new TypeError(
      `the option \`heartbeatMs\` of sse must be a number of milliseconds up to ${LONGEST_TIMER}, or 0 for no heartbeat`,
    );
  return milliseconds === 0
    ? undefined
    : { milliseconds, chunk: () => new TextEncoder().encode(": heartbeat\n\n") };
}

async function* framed(run: PromptRun, { shows, lastEventId }: SseOptions): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  const first = /^\d+$/.test(lastEventId ?? "") ? Number(lastEventId) + 1 : 0;
  let id = 0;
  for await (const part of run.parts) {
    const isEvent = typeof part === "object";
    const isKnown = isEvent ? id++ < first : id < first;
    if (isKnown || (isEvent && shows?.(part) === false)) continue;
    const head = isEvent ? `id: ${id - 1}\nevent: ${part.kind}` : "event: delta";
    yield encoder.encode(message(head, part));
  }
  yield encoder.encode(message("event: outcome", plain(await run.outcome)));
}

/** JSON has no line breaks of its own, so that whatever a text holds stays on one `data:` line. */
function message(head: string, data: unknown): string {
  return `${head}\ndata: ${JSON.stringify(data)}\n\n`;
}

function plain(outcome: RunOutcome): object {
  return outcome.status === "failed" ? { ...outcome, error: outcome.error.toJSON() } : outcome;
}
