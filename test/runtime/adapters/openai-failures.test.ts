import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EffectContext, ModelRequest } from "../../../runtime/index.ts";
import { chunk, event, say } from "../../loopback/chat-replies.ts";
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
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "setImmediate", "Date"] });
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** A response whose body comes up to its end, and then waits; `cancelled` tells whether somebody has let it go. */
function stalling(text: string, init: ResponseInit = {}) {
  const state = { cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => (text === "" ? undefined : controller.enqueue(new TextEncoder().encode(text))),
    cancel() {
      state.cancelled = true;
    },
  });
  return { response: new Response(body, init), state };
}

/** A signal that counts its listeners. */
function countedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  vi.spyOn(signal, "addEventListener").mockImplementation((...given: Parameters<typeof add>) => {
    listeners++;
    add(...given);
  });
  vi.spyOn(signal, "removeEventListener").mockImplementation((...given: Parameters<typeof remove>) => {
    listeners--;
    remove(...given);
  });
  return { controller, signal, listeners: () => listeners };
}

function start(
  answer: FakeAnswer,
  context: Partial<EffectContext> = {},
  request: Partial<ModelRequest> = {},
) {
  const { fetch, sent } = fakeFetch(answer);
  const failure = failureOf(
    modelOf(fetch, { apiKey: "secret" }).complete(round(request), contextOf(context)),
  );
  return { sent, failure };
}

const never = () => new Promise<Response>(() => undefined);

describe("a provider that refuses (HOST-M20, KND-60)", () => {
  it.each([301, 400, 401, 404, 408, 413, 425, 429, 500, 503])("with status %d", async (status) => {
    const { failure } = start(new Response("maximum context length", { status }));
    expect(await failure).toMatchObject({ kind: "backend", status, body: "maximum context length" });
    expect((await failure).message).not.toContain("context");
  });

  it("has its body read up to a size, and the rest let go", async () => {
    const { response, state } = stalling("x".repeat(70_000), { status: 500 });
    const { body } = await start(response, { limits: { maxResponseBytes: 10 } }).failure;
    expect(body).toHaveLength(70_000);
    expect(state.cancelled).toBe(true);
  });

  it("without a body has an empty one", async () => {
    expect(await start(new Response(null, { status: 502 })).failure).toMatchObject({
      kind: "backend",
      body: "",
    });
  });

  it("with a body that breaks, or does not come, is unreadable", async () => {
    const broken = new Response(pieces(["x"], { error: new Error("reset") }).body, { status: 502 });
    expect(await start(broken).failure).toMatchObject({ kind: "unreadable", status: 502 });
    const { response, state } = stalling("x", { status: 504 });
    const { failure } = start(response);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await failure).toMatchObject({ kind: "unreadable", status: 504 });
    expect(state.cancelled).toBe(true);
  });
});

describe("a connection that fails", () => {
  it("is a transport failure with its cause", async () => {
    const cause = new TypeError("fetch failed");
    const { failure } = start(() => {
      throw cause;
    });
    expect(await failure).toMatchObject({ kind: "transport", cause });
  });

  it("without a fetch at all says so", async () => {
    vi.stubGlobal("fetch", undefined);
    try {
      const failure = await failureOf(modelOf(undefined as never).complete(round(), contextOf()));
      expect(failure).toMatchObject({ kind: "config", message: expect.stringContaining("no `fetch`") });
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe("a provider that is slow", () => {
  it.each([
    [{}, 120_000],
    [{ requestTimeoutMs: 50 }, 50],
    [{ requestTimeoutMs: 2 ** 40 }, 2 ** 31 - 1],
  ])("with the limits %j is given up after %d ms without an answer", async (limits, wait) => {
    const { failure, sent } = start(never, { limits });
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(sent[0]!.signal!.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({ kind: "transport" });
    expect(sent[0]!.signal!.aborted).toBe(true);
  });

  it("may take as long for each piece: the wait is for bytes, whatever they say", async () => {
    const gap = () => vi.advanceTimersByTimeAsync(40);
    let feed!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        feed = controller;
      },
    });
    const { failure, sent } = start(
      new Response(body),
      { limits: { requestTimeoutMs: 50 } },
      { stream: true },
    );
    for (let count = 0; count < 5; count++) {
      await gap();
      feed.enqueue(new TextEncoder().encode(": keep-alive\n\n"));
    }
    await gap();
    expect(sent[0]!.signal!.aborted).toBe(false);
    await gap();
    expect(await failure).toMatchObject({ kind: "transport" });
  });

  it.each([true, false])("in the middle of a reply is let go (stream: %s)", async (stream) => {
    const { response, state } = stalling(event(chunk({ content: "x" })));
    const { failure } = start(response, {}, { stream });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await failure).toMatchObject({ kind: "transport" });
    expect(state.cancelled).toBe(true);
  });

  it("and answers after all has its body let go, though its fetch knows no signals", async () => {
    const { response, state } = stalling("x");
    let answer!: (response: Response) => void;
    const late = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { failure } = start(() => late);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await failure).toMatchObject({ kind: "transport" });
    answer(response);
    await vi.advanceTimersByTimeAsync(0);
    expect(state.cancelled).toBe(true);
  });

  it("is not waited for after [DONE] for longer than a moment", async () => {
    const { response, state } = stalling(`${event(chunk({ content: "x" }))}data: [DONE]\n\n`);
    const answer = modelOf(fakeFetch(response).fetch).complete(round({ stream: true }), contextOf());
    await vi.advanceTimersByTimeAsync(20);
    expect(await answer).toMatchObject({ result: { text: "x" } });
    expect(state.cancelled).toBe(true);
  });

  it("that ends the body a moment after [DONE] keeps its connection", async () => {
    const cancel = vi.fn();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`${event(chunk({ content: "x" }))}data: [DONE]\n\n`));
        setTimeout(() => controller.close(), 10);
      },
      cancel,
    });
    const answer = modelOf(fakeFetch(new Response(body)).fetch).complete(
      round({ stream: true }),
      contextOf(),
    );
    await vi.advanceTimersByTimeAsync(10);
    expect(await answer).toMatchObject({ result: { text: "x" } });
    expect(cancel).not.toHaveBeenCalled();
  });

  it("is waited for while it is asked for its key", async () => {
    const model = modelOf(fakeFetch().fetch, { apiKey: () => new Promise(() => undefined) });
    const failure = failureOf(model.complete(round(), contextOf()));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await failure).toMatchObject({ kind: "transport" });
  });
});

describe("a reply that is too long (LMT-03)", () => {
  const limits = { maxResponseBytes: 100 };
  const message = "response stream exceeds the 100-byte limit";

  it.each([
    ["whole", false, ["x".repeat(60), "x".repeat(41)]],
    ["streamed", true, [event({ note: "x".repeat(60) }), ": ping\n".repeat(20)]],
    ["without a line end", true, ["data: ", ..."x".repeat(100)]],
  ])("%s is malformed", async (_what, stream, given) => {
    expect(await start(pieces(given), { limits }, { stream }).failure).toMatchObject({
      kind: "malformed",
      message,
    });
  });

  it("is one of more than the limit, not of the limit, in bytes", async () => {
    const json = JSON.stringify(say("é".repeat(9)).json);
    const size = new TextEncoder().encode(json).length;
    const read = (maxResponseBytes: number) =>
      modelOf(fakeFetch(new Response(json)).fetch).complete(
        round(),
        contextOf({ limits: { maxResponseBytes } }),
      );
    expect(await read(size)).toMatchObject({ result: { text: "é".repeat(9) } });
    expect(await failureOf(read(size - 1))).toMatchObject({ kind: "malformed" });
  });

  it("is 16 MiB by default, also of a stream without end", async () => {
    let isCancelled = false;
    const piece = new Uint8Array(2 ** 20).fill(0x20);
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(piece),
      cancel() {
        isCancelled = true;
      },
    });
    const { failure } = start(new Response(body), {}, { stream: true });
    expect(await failure).toMatchObject({
      kind: "malformed",
      message: "response stream exceeds the 16777216-byte limit",
    });
    expect(isCancelled).toBe(true);
  });
});

describe("a run that wants no answer any more", () => {
  it("before the request sends none", async () => {
    const signal = AbortSignal.abort("stop");
    const { failure, sent } = start(never, { signal });
    expect(await failure).toBe("stop");
    expect(sent).toEqual([]);
  });

  it("while it waits for the answer gives the request up", async () => {
    const { controller, signal, listeners } = countedSignal();
    const { failure, sent } = start(never, { signal });
    await vi.advanceTimersByTimeAsync(0);
    expect(listeners()).toBe(1);
    controller.abort("stop");
    expect(await failure).toBe("stop");
    expect(sent[0]!.signal!.aborted).toBe(true);
    expect(listeners()).toBe(0);
  });

  it.each([
    [200, true],
    [200, false],
    [500, false],
  ])("while it reads a reply of status %d lets the body go (stream: %s)", async (status, stream) => {
    const { controller, signal, listeners } = countedSignal();
    const { response, state } = stalling(event(chunk({ content: "x" })), { status });
    const { failure } = start(response, { signal }, { stream });
    await vi.advanceTimersByTimeAsync(0);
    controller.abort("stop");
    await failure;
    await vi.advanceTimersByTimeAsync(0);
    expect(state.cancelled).toBe(true);
    expect(listeners()).toBe(0);
  });
});

describe("after a round", () => {
  it.each([
    ["an answer", jsonResponse(say("x").json)],
    ["a refusal", new Response("x", { status: 500 })],
    ["a malformed reply", new Response("x")],
    ["a cut stream", pieces([])],
  ])("with %s nothing listens to the run's signal", async (_what, response) => {
    const { signal, listeners } = countedSignal();
    const { fetch } = fakeFetch(response);
    const settled = modelOf(fetch).complete(round(), contextOf({ signal }));
    await Promise.resolve(settled).catch(() => undefined);
    expect(listeners()).toBe(0);
    expect(signal.addEventListener).toHaveBeenCalledTimes(1);
  });

  it("no failure shows the key", async () => {
    for (const answer of [
      () => Promise.reject(new Error("no")),
      new Response("x", { status: 401 }),
      pieces(["x"]),
    ]) {
      const failure = await start(answer as Response).failure;
      expect(`${failure.message} ${failure.stack} ${JSON.stringify(failure)}`).not.toContain("secret");
    }
  });
});
