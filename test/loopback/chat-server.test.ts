import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { openai } from "../../runtime/adapters/openai.ts";
import type { EffectContext, ModelRequest } from "../../runtime/index.ts";
import { contextOf, failureOf, round } from "../runtime/adapters/openai-round.ts";
import { RECORDED_STREAMS } from "../runtime/adapters/openai-streams.ts";
import { chunk, event, say, streamText } from "./chat-replies.ts";
import { type ChatReply, type ChatScript, type ChatServer, startChatServer } from "./chat-server.ts";

let server: ChatServer;

afterEach(() => server.close());

async function ask(
  script: ChatScript,
  request: Partial<ModelRequest> = {},
  context: Partial<EffectContext> = {},
) {
  server = await startChatServer(script);
  const model = openai({ baseURL: server.url, model: "m-1", apiKey: "k-1" });
  return model.complete(round(request), contextOf(context));
}

describe("over a real connection", () => {
  it("a request arrives as it was sent", async () => {
    expect(await ask([say("hé")])).toMatchObject({ result: { text: "hé" }, model: "test-model" });
    expect(server.requests[0]).toMatchObject({
      method: "POST",
      path: "/v1/chat/completions",
      headers: {
        authorization: "Bearer k-1",
        "idempotency-key": "run-1%3A0%3A4",
        "content-type": "application/json",
      },
      body: { model: "m-1", stream: false },
    });
  });

  it("a stream that is cut anywhere says the same", async () => {
    const { text, expected } = RECORDED_STREAMS["CRLF, comments and a retry field"]!;
    const bytes = new TextEncoder().encode(text);
    const cuts = Array.from({ length: 20 }, (_, index) => Math.floor((bytes.length * (index + 1)) / 21));
    server = await startChatServer((_request, place) => ({
      chunks: [bytes.slice(0, cuts[place]), bytes.slice(cuts[place])],
      gapMs: 1,
    }));
    const model = openai({ baseURL: server.url, model: "m-1" });
    for (const _cut of cuts) {
      const fragments: string[] = [];
      const request = round({ stream: true, onDelta: (fragment) => void fragments.push(fragment) });
      const { result, finishReason } = await model.complete(request, contextOf());
      expect({ result, finishReason, fragments }).toEqual(expected);
    }
  });

  it("fragments are there before the reply is", async () => {
    let arrived!: () => void;
    const first = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { chunks } = streamText(["a", "b"]);
    const answer = ask([{ chunks: [chunks![0]!], ending: "stall" }], { stream: true, onDelta: arrived });
    const settled = answer.then(
      () => "answered",
      () => "failed",
    );
    await first;
    expect(await Promise.race([settled, sleep(0, "pending")])).toBe("pending");
    await server.close();
    expect(await settled).toBe("failed");
  });

  it("rounds that were read to the end share a connection", async () => {
    server = await startChatServer(() => streamText(["a"]));
    const model = openai({ baseURL: server.url, model: "m-1" });
    for (let count = 0; count < 8; count++) await model.complete(round({ stream: true }), contextOf());
    expect(server.requests).toHaveLength(8);
    // A second one is opened when the first is not free yet at the moment of the next request.
    expect(server.connections().opened).toBeLessThanOrEqual(2);
  });

  it.each([
    ["resets", { chunks: [event(chunk({ content: "x" }))], ending: "reset" }, "transport"],
    ["resets before a word", { ending: "reset", chunks: [] }, "transport"],
    ["refuses", { status: 503, body: "later" }, "backend"],
    ["redirects", { status: 307, headers: { location: "/v1/chat/completions" } }, "backend"],
    ["stalls", { chunks: [": ping\n\n"], ending: "stall" }, "transport"],
    ["is silent", { ending: "silence" }, "transport"],
    [
      "never ends",
      { chunks: [event(chunk({ content: "x".repeat(50_000) }))], ending: "repeat" },
      "malformed",
    ],
  ] as const)("a server that %s", async (_what, reply, kind) => {
    const { ending = "end" } = reply as ChatReply;
    const isQuiet = ending === "stall" || ending === "silence";
    const limits = { maxResponseBytes: 1_000_000, ...(isQuiet && { requestTimeoutMs: 100 }) };
    const failure = await failureOf(ask([reply], { stream: true }, { limits }));
    expect(failure).toMatchObject({ kind });
    expect(server.requests).toHaveLength(1);
  });

  it("that nobody takes is a transport failure", async () => {
    server = await startChatServer([]);
    const { url } = server;
    await server.close();
    const answer = openai({ baseURL: url, model: "m" }).complete(round(), contextOf());
    expect(await failureOf(answer)).toMatchObject({ kind: "transport" });
  });

  it.each([{ ending: "silence" }, { chunks: [event(chunk({ content: "x" }))], ending: "stall" }] as const)(
    "a run that wants no answer any more closes it: %j",
    async (reply) => {
      const controller = new AbortController();
      let arrived!: () => void;
      const received = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const script = () => {
        if (reply.ending === "silence") arrived();
        return reply;
      };
      const answer = ask(script, { stream: true, onDelta: arrived }, { signal: controller.signal });
      const failure = failureOf(answer);
      await received;
      controller.abort("stop");
      expect(await failure).toBe("stop");
      expect(await server.requests[0]!.closed).toEqual({ isWhole: false });
    },
  );
});
