import type { Fetch } from "../../../runtime/adapters/openai/fetch.ts";
import { type OpenAIOptions, openai } from "../../../runtime/adapters/openai.ts";
import type { EffectContext, ModelCompletion, ModelFailure, ModelRequest } from "../../../runtime/index.ts";

/** A request of one question, with what a test changes. */
export function round(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    role: "writer",
    modelId: "m-1",
    messages: [{ role: "user", content: "hello" }],
    tools: [],
    options: {},
    origin: changes.stream === true ? "chat" : "infer",
    stream: false,
    ...changes,
  };
}

/** What a run tells of a round, with what a test changes. */
export function contextOf(changes: Partial<EffectContext> = {}): EffectContext {
  return {
    id: 0,
    key: "run-1:0:4",
    provenance: { task: "0", seq: 4 },
    execution: "run-1",
    section: "One",
    limits: {},
    signal: undefined,
    ...changes,
  };
}

/** What a `fetch` was called with. */
export interface Sent {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly text: string;
  readonly body: { readonly [field: string]: unknown };
  readonly signal: AbortSignal | undefined;
}

/** What a `fetch` of a test answers with. */
export type FakeAnswer = Response | ((sent: Sent) => Response | Promise<Response>);

/** A `fetch` that answers in order; a function is called, and may throw. It keeps what it was called with. */
export function fakeFetch(...answers: readonly FakeAnswer[]) {
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, { headers, body, signal }) => {
    const call = { url, headers, text: body, body: JSON.parse(body), signal };
    sent.push(call);
    const answer = answers[sent.length - 1];
    if (answer === undefined) throw new Error("the test has no answer for this request");
    return typeof answer === "function" ? answer(call) : answer;
  };
  return { fetch, sent };
}

/** A response with a JSON body. */
export function jsonResponse(value: unknown, init: ResponseInit = {}): Response {
  return Response.json(value, init);
}

/** A response whose body comes in these pieces, and then ends, or fails with `error`. */
export function pieces(
  given: readonly (string | Uint8Array)[],
  { type = "text/event-stream", error }: { readonly type?: string; readonly error?: Error } = {},
): Response {
  const encoder = new TextEncoder();
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = given[at++];
      if (piece !== undefined) controller.enqueue(typeof piece === "string" ? encoder.encode(piece) : piece);
      else if (error === undefined) controller.close();
      else controller.error(error);
    },
  });
  return new Response(body, { headers: { "content-type": type } });
}

/** The model of an endpoint that does not exist. */
export function modelOf(fetch: Fetch, options: Partial<OpenAIOptions> = {}) {
  return openai({ baseURL: "http://provider.test/v1", model: "m-1", fetch, ...options });
}

/** The completion of one round without the times, which differ from run to run, and the fragments that were given out. */
export async function completed(
  fetch: Fetch,
  request: Partial<ModelRequest> = {},
  options: Partial<OpenAIOptions> = {},
): Promise<{ readonly completion: ModelCompletion; readonly fragments: readonly string[] }> {
  const fragments: string[] = [];
  const onDelta = (fragment: string) => void fragments.push(fragment);
  const asked = round({ ...(request.stream === true && { onDelta }), ...request });
  const { metrics, ...rest } = await modelOf(fetch, options).complete(asked, contextOf());
  const { client: _client, ...figures } = metrics!;
  return { completion: { ...rest, metrics: figures }, fragments };
}

/** What a round rejects with. */
export async function failureOf(answer: unknown): Promise<ModelFailure> {
  try {
    await answer;
  } catch (thrown) {
    return thrown as ModelFailure;
  }
  throw new Error("the round has an answer");
}
