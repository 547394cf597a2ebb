import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { extractReasoningMiddleware, wrapLanguageModel } from "ai";
import { aiSdk } from "promptforge-runtime/ai-sdk";
import { afterAll, beforeAll, expect, it } from "vitest";
import { say, streamText } from "../../loopback/chat-replies.ts";
import { Workplace } from "../../shipped/workplace.ts";
import { KEY } from "./models.ts";
import { loadPrompt, observe } from "./observe.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
});
afterAll(() => workplace?.remove());

const model = (baseURL: string) => {
  const provider = createOpenAICompatible({ name: "loopback", apiKey: KEY, baseURL });
  const middleware = extractReasoningMiddleware({ tagName: "think" });
  return aiSdk(wrapLanguageModel({ model: provider("test-model"), middleware }));
};

it("a model with middleware of the AI SDK answers through it, whole and streamed", async () => {
  const lua = `models.use("writer")
local list = messages.new():user(models.infer("Hello"))
models.loop(list)
return list[2].content`;
  const script = [say("<think>Hm</think>Good"), streamText(["<thi", "nk>So</thi", "nk>Bet", "ter"])];
  const { outcome, events, told, requests } = await observe(await loadPrompt(workplace, lua), script, model);
  expect(outcome).toEqual({ status: "completed", text: "Better" });
  expect(told).toBe("Better");
  expect(requests[1]).toMatchObject({ messages: [{ role: "user", content: "Good" }] });
  const thoughts = events.filter((event) => "kind" in event && event.kind === "thinking");
  expect(thoughts).toMatchObject([{ text: "Hm" }, { text: "So" }]);
});

it("shows what went over the wire without the key (EVT-15)", async () => {
  const lua = `models.use("writer") models.infer("Hello") models.loop(messages.new():user("Again"))`;
  const options = { debugCapture: true };
  const script = [say("Good"), streamText(["Better"])];
  const { events } = await observe(await loadPrompt(workplace, lua), script, model, options);
  const captured = events.filter((event) => "kind" in event && /^re(quest|sponse)$/.test(String(event.kind)));
  expect(captured).toMatchObject([
    { kind: "request", body: { model: "test-model", messages: [{ role: "user", content: "Hello" }] } },
    { kind: "response", body: { model: "test-model" } },
    { kind: "request", body: { stream: true, messages: [{ role: "user", content: "Again" }] } },
    { kind: "response", body: null, finish_reason: "stop" },
  ]);
  expect(JSON.stringify(events)).not.toContain(KEY);
});
