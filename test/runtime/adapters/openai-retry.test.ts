import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OpenAIOptions } from "../../../runtime/adapters/openai.ts";
import type { EffectContext, ModelRequest } from "../../../runtime/index.ts";
import { chunk, DONE, event, say } from "../../loopback/chat-replies.ts";
import {
  contextOf,
  type FakeAnswer,
  failureOf,
  fakeFetch,
  jsonResponse,
  modelOf,
  pieces,
  round,
} from "./openai-round.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: Date.UTC(2025, 0, 1) });
  vi.spyOn(Math, "random").mockReturnValue(1);
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const refuse = (status: number, headers: Record<string, string> = {}) =>
  new Response("no", { status, headers });
const fine = () => jsonResponse(say("x").json);
const unreachable = () => {
  throw new TypeError("fetch failed");
};

function start(
  answers: readonly FakeAnswer[],
  retry: OpenAIOptions["retry"],
  { request = {}, context = {} }: { request?: Partial<ModelRequest>; context?: Partial<EffectContext> } = {},
) {
  const { fetch, sent } = fakeFetch(...answers);
  const model = modelOf(fetch, retry === undefined ? {} : { retry });
  const answer = Promise.resolve(model.complete(round(request), contextOf(context)));
  answer.catch(() => undefined);
  return { answer, sent };
}

/** How many requests were sent when all waits are over. */
async function countOf(answers: readonly FakeAnswer[], retry: OpenAIOptions["retry"]): Promise<number> {
  const { answer, sent } = start(answers, retry);
  await vi.advanceTimersByTimeAsync(1_000_000);
  await answer.catch(() => undefined);
  return sent.length;
}

describe("how often a request is sent", () => {
  it.each([
    [undefined, 1],
    [0, 1],
    [1, 2],
    [3, 4],
    [{}, 3],
    [{ attempts: 0 }, 1],
    [{ attempts: 4 }, 5],
  ])("with retry: %j at the most %d times", async (retry, count) => {
    expect(await countOf(Array(9).fill(unreachable), retry)).toBe(count);
  });

  it.each<[string, FakeAnswer]>([
    ["no connection", unreachable],
    ["status 408", refuse(408)],
    ["status 425", refuse(425)],
    ["status 429", refuse(429)],
    ["status 500", refuse(500)],
    ["status 503", refuse(503)],
    ["an unreadable refusal", new Response(pieces([], { error: new Error("reset") }).body, { status: 400 })],
    ["a cut reply", new Response(pieces(["{"], { error: new Error("reset") }).body)],
    ["an error of code 503 in the reply", jsonResponse({ error: { code: 503 } })],
  ])("again after %s", async (_what, answer) => {
    const { answer: result, sent } = start([answer, fine()], 1);
    await vi.advanceTimersByTimeAsync(500);
    expect(await result).toMatchObject({ result: { text: "x" } });
    expect(sent[1]!.text).toBe(sent[0]!.text);
    expect(sent[1]!.headers["idempotency-key"]).toBe(sent[0]!.headers["idempotency-key"]);
  });

  it.each<[string, FakeAnswer]>([
    ["status 400", refuse(400)],
    ["status 401", refuse(401)],
    ["status 413", refuse(413)],
    ["status 307", refuse(307)],
    ["a malformed reply", new Response("{}")],
    ["an error of code 400 in the reply", jsonResponse({ error: { code: 400 } })],
  ])("once with %s", async (_what, answer) => {
    expect(await countOf([answer, fine()], 3)).toBe(1);
  });

  it("asks for the key each time", async () => {
    const { fetch, sent } = fakeFetch(unreachable, fine());
    let count = 0;
    const answer = modelOf(fetch, { retry: 1, apiKey: () => `k-${++count}` }).complete(round(), contextOf());
    await vi.advanceTimersByTimeAsync(500);
    await answer;
    expect(sent.map(({ headers }) => headers["authorization"])).toEqual(["Bearer k-1", "Bearer k-2"]);
  });

  it("rejects with the last failure", async () => {
    const { answer } = start([unreachable, refuse(500), refuse(429)], 2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failureOf(answer)).toMatchObject({ kind: "backend", status: 429 });
  });
});

describe("a stream that broke", () => {
  const part = event(chunk({ content: "x" }));
  const stream = (text: string) => pieces([text]);

  it("before a fragment was given out is asked for again", async () => {
    const fragments: string[] = [];
    const onDelta = (fragment: string) => void fragments.push(fragment);
    const reasoning = event(chunk({ content: "", reasoning: "hm" }));
    const answers = [stream(reasoning), stream(event({ error: { code: 429 } })), stream(part + DONE)];
    const { answer, sent } = start(answers, 2, { request: { stream: true, onDelta } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toMatchObject({ result: { text: "x" } });
    expect(sent).toHaveLength(3);
    expect(fragments).toEqual(["x"]);
  });

  it.each([part, part + event({ error: { code: 503 } })])("after one it fails: %j", async (text) => {
    const fragments: string[] = [];
    const onDelta = (fragment: string) => void fragments.push(fragment);
    const { answer, sent } = start([stream(text), stream(part + DONE)], 2, {
      request: { stream: true, onDelta },
    });
    await vi.advanceTimersByTimeAsync(10_000);
    await failureOf(answer);
    expect(sent).toHaveLength(1);
    expect(fragments).toEqual(["x"]);
  });
});

describe("how long a request waits", () => {
  /** The times between requests that are all refused. */
  async function waits(
    retry: OpenAIOptions["retry"],
    headers: Record<string, string> = {},
  ): Promise<number[]> {
    const times: number[] = [];
    const answer = () => {
      times.push(Date.now());
      return refuse(503, headers);
    };
    await countOf(Array(9).fill(answer), retry);
    return times.slice(1).map((time, index) => time - times[index]!);
  }

  it("doubles up to a bound", async () => {
    expect(await waits(5)).toEqual([500, 1000, 2000, 4000, 8000]);
    expect(await waits({ attempts: 4, baseDelayMs: 10, maxDelayMs: 30 })).toEqual([10, 20, 30, 30]);
  });

  it("differs between half of that and all", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    expect(await waits(3)).toEqual([250, 500, 1000]);
  });

  it.each([
    ["2", 2000],
    ["0", 0],
    ["0.25", 250],
    ["90", 30_000],
    ["Wed, 01 Jan 2025 00:00:07 GMT", 7000],
    ["Tue, 31 Dec 2024 00:00:00 GMT", 0],
    ["Fri, 01 Jan 2100 00:00:00 GMT", 30_000],
    ["soon", 500],
    ["", 500],
  ])("is what `Retry-After: %s` asks for, up to the bound", async (value, wait) => {
    expect(await waits(1, { "retry-after": value })).toEqual([wait]);
  });

  it("is over at once when the run wants no answer any more", async () => {
    const controller = new AbortController();
    const context = { signal: controller.signal };
    const { answer, sent } = start([refuse(503, { "retry-after": "20" }), fine()], 3, { context });
    await vi.advanceTimersByTimeAsync(1000);
    controller.abort("stop");
    expect(await failureOf(answer)).toBe("stop");
    expect(sent).toHaveLength(1);
  });
});
