import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChatServer } from "../../loopback/chat-server.ts";
import { visitOf } from "./expected.ts";
import { type Platform, platforms } from "./platforms.ts";
import { bodyOf, ENDLESS, FRAGMENTS, STALLED, startProvider } from "./provider.ts";

const QUESTIONS = ["moon, number 1", "sun, number 2", "wind, number 3"].map(
  (about) => `One line about ${about}.`,
);

describe.each(Object.keys(platforms) as (keyof typeof platforms)[])("a request handler on %s", (name) => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await platforms[name]();
  });
  afterAll(() => platform?.close());

  it("runs a prompt, cancels one and goes on from its journal", async () => {
    await withProvider({ 2: STALLED }, async (provider) => {
      const response = await platform.ask(pathTo("visit", provider));
      expect(await response.json()).toEqual(visitOf(name === "bun"));
      const bodies = provider.requests.map(bodyOf);
      const asked = bodies.filter(({ stream }) => !stream).map(({ messages }) => messages[0]!.content);
      // The run that went on from the journal has asked its topics no second time.
      expect(asked.slice(0, 3).sort()).toEqual(QUESTIONS);
      expect(asked.slice(3).sort()).toEqual(QUESTIONS);
      const conversations = bodies.filter(({ stream }) => stream);
      expect(conversations).toHaveLength(3);
      for (const { messages } of conversations) {
        expect(messages).toEqual([
          { role: "system", content: "Sum up Tides." },
          { role: "user", content: QUESTIONS.map((text) => `<${text}>`).join("\n") },
        ]);
      }
      const stalled = provider.requests.filter((request) => bodyOf(request).stream)[1]!;
      expect(await stalled.closed).toEqual({ isWhole: false });
    });
  });

  it("is told by a signal that nobody wants the answer", async () => {
    await withProvider({ 1: STALLED }, async (provider) => {
      const response = await platform.ask(pathTo("abort", provider));
      expect(await response.json()).toEqual({ status: "cancelled" });
      expect(await provider.requests.at(-1)!.closed).toEqual({ isWhole: false });
    });
  });

  it("streams a run to its end", async () => {
    await withProvider({}, async (provider) => {
      const response = await platform.ask(pathTo("stream", provider));
      expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
      const messages = (await response.text()).split("\n\n");
      const deltas = messages.filter((message) => message.startsWith("event: delta\n"));
      expect(deltas).toEqual(FRAGMENTS.map((text) => `event: delta\ndata: ${JSON.stringify(text)}`));
      expect(messages.at(-2)).toBe(
        `event: outcome\ndata: ${JSON.stringify({ status: "completed", text: "Tides: Wet and dry" })}`,
      );
    });
  });

  it("sends what the model says while it says it, and hangs up on the model when the client has gone", async () => {
    // workerd learns that a client has gone when it has something for it.
    await withProvider({ 1: name === "workerd" ? ENDLESS : STALLED }, async (provider) => {
      const controller = new AbortController();
      const response = await platform.ask(pathTo("stream", provider), controller.signal);
      const reader = response.body!.getReader();
      const decoder = new TextDecoder();
      let text = "";
      while (!text.includes('event: delta\ndata: "Wet"\n\n'))
        text += decoder.decode((await reader.read()).value, { stream: true });
      await reader.cancel();
      controller.abort();
      expect(await provider.requests.at(-1)!.closed).toEqual({ isWhole: false });
    });
  });
});

async function withProvider(
  odd: Parameters<typeof startProvider>[0],
  use: (provider: ChatServer) => Promise<void>,
) {
  const provider = await startProvider(odd);
  try {
    await use(provider);
  } finally {
    await provider.close();
  }
}

function pathTo(page: string, provider: ChatServer): string {
  return `/${page}?model=${encodeURIComponent(provider.url)}`;
}
