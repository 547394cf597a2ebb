import type { JsonValue } from "../../events.ts";
import type { ModelCompletion, ModelRequest } from "../../model.ts";
import type { EffectContext } from "../../options.ts";
import { malformedReply } from "../malformed-reply.ts";
import { Stopwatch } from "../stopwatch.ts";
import type { Watch } from "../watch.ts";
import type { FetchResponse } from "./fetch.ts";
import { readStream } from "./read-stream.ts";
import { refusal } from "./refusal.ts";
import { readReply } from "./reply.ts";
import { ReplyBody } from "./reply-body.ts";
import { requestBody } from "./request-body.ts";
import { requestHeaders } from "./request-headers.ts";
import { send } from "./send.ts";
import type { Settings } from "./settings.ts";

/** One request that is sent: what for, and what is known of it afterwards. */
export interface Attempt {
  readonly request: ModelRequest;
  readonly context: EffectContext;
  readonly watch: Watch;
  /** The most bytes that a reply may have. */
  readonly maxBytes: number;
  /** True once a fragment of the text was given out: the request cannot be sent again. */
  hasTold: boolean;
  /** The `Retry-After` of a refusal. */
  retryAfter: string | null;
}

/** Sends a request once and reads the reply. Rejects with a `ModelFailure`, or with the reason of the run's signal. */
export async function exchange(settings: Settings, attempt: Attempt): Promise<ModelCompletion> {
  const { request, context, watch } = attempt;
  const body = requestBody(request, settings);
  const headers = await watch.wait(requestHeaders(settings, context));
  const stopwatch = new Stopwatch();
  try {
    const response = await send(settings, headers, body, watch);
    const reply = await readResponse(response, attempt, stopwatch);
    const { metrics, ...completion } = readReply(reply);
    tellWhole(attempt, completion);
    return {
      ...completion,
      metrics: { ...metrics, client: stopwatch.read() },
      raw: { request: body, response: reply },
    };
  } catch (thrown) {
    watch.release();
    throw thrown;
  }
}

/** The reply as JSON: a streamed one in the form of a whole one. */
async function readResponse(
  response: FetchResponse,
  attempt: Attempt,
  stopwatch: Stopwatch,
): Promise<JsonValue> {
  const limit = response.ok ? attempt.maxBytes : undefined;
  const body = new ReplyBody(response.body, attempt.watch, limit);
  try {
    if (!response.ok) {
      attempt.retryAfter = response.headers.get("retry-after");
      throw await refusal(response.status, body);
    }
    return attempt.request.stream && !(await isWhole(response, body))
      ? await readStream(body, (fragment) => tell(attempt, fragment), stopwatch)
      : await readWhole(body);
  } finally {
    body.close();
  }
}

async function readWhole(body: ReplyBody): Promise<JsonValue> {
  const text = await body.text();
  try {
    return JSON.parse(text);
  } catch {
    throw malformedReply("response was not valid JSON");
  }
}

/** Some providers answer as a whole, though a stream was asked for, and some of them without saying so: no event begins with a brace. */
async function isWhole({ headers }: FetchResponse, body: ReplyBody): Promise<boolean> {
  const isJson = /^\s*application\/json\s*(;|$)/i.test(headers.get("content-type") ?? "");
  return isJson || (await body.start()).startsWith("{");
}

/** The text of a reply that came as a whole is one fragment. */
function tellWhole(attempt: Attempt, { result }: Pick<ModelCompletion, "result">): void {
  if (attempt.hasTold || !("text" in result)) return;
  if (typeof result.text === "string" && result.text !== "") tell(attempt, result.text);
}

function tell(attempt: Attempt, fragment: string): void {
  const { onDelta } = attempt.request;
  if (onDelta === undefined) return;
  attempt.hasTold = true;
  onDelta(fragment);
}
