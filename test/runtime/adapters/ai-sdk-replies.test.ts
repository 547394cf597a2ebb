import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finishWord } from "../../../runtime/adapters/ai-sdk/finish-reason.ts";
import { usageMetrics } from "../../../runtime/adapters/ai-sdk/usage.ts";
import { aiSdk } from "../../../runtime/adapters/ai-sdk.ts";
import type { ModelCompletion } from "../../../runtime/model.ts";
import { contextOf, type FakeAnswer, FakeLanguageModel, FINISH, generated, roundOf } from "./ai-sdk-model.ts";

/** What a round gives whose model answers so; a stream when there are parts. The measured times are left out. */
async function completionOf(
  answer: FakeAnswer,
  onDelta?: (fragment: string) => void,
): Promise<ModelCompletion> {
  const model = new FakeLanguageModel(answer);
  const round = roundOf({ stream: answer.parts !== undefined, ...(onDelta && { onDelta }) });
  const context = contextOf({ limits: { maxResponseBytes: 100 } });
  const { metrics, ...completion } = await aiSdk(model).complete(round, context);
  const { client, ...counts } = metrics!;
  expect(client!.e2e_ms).toBeGreaterThanOrEqual(0);
  return { ...completion, ...(counts.usage !== undefined && { metrics: counts }) };
}

const CALL = { type: "tool-call", toolCallId: "1", toolName: "add", input: '{"a":1}' };
const MADE = { id: "1", name: "add", arguments: '{"a":1}' };

describe("whole replies", () => {
  it("joins texts and reasonings, and names the model that answered", async () => {
    const content = [
      { type: "reasoning", text: "Hm" },
      { type: "text", text: "Good " },
      { type: "source", url: "x" },
      { type: "reasoning", text: "m" },
      { type: "text", text: "day" },
    ];
    const answer = generated(content, { response: { modelId: "fake-1-2026" } });
    expect(await completionOf(answer)).toEqual({
      result: { text: "Good day" },
      finishReason: "stop",
      reasoning: "Hmm",
      model: "fake-1-2026",
    });
  });

  it("gives calls, their arguments as text, in place of a text beside them (HOST-M02, HOST-M16)", async () => {
    const empty = { ...CALL, toolCallId: "2", input: "" };
    const { result } = await completionOf(generated([{ type: "text", text: "Let me" }, CALL, empty]));
    expect(result).toEqual({ toolCalls: [MADE, { id: "2", name: "add", arguments: "" }] });
  });

  it("leaves calls out that the provider has answered itself", async () => {
    const done = { ...CALL, providerExecuted: true };
    const { result } = await completionOf(generated([done, { type: "text", text: "4" }]));
    expect(result).toEqual({ text: "4" });
  });

  it("has no model when the provider names none, so that the engine says so (EVT-15)", async () => {
    expect(await completionOf(generated([]))).not.toHaveProperty("model");
  });

  it("shows what went over the wire, also where that is text", async () => {
    const wire = { request: { body: '{"model":"m"}' }, response: { body: { choices: [] } } };
    expect(await completionOf(generated([], wire))).toMatchObject({
      raw: { request: { model: "m" }, response: { choices: [] } },
    });
  });
});

describe("streamed replies", () => {
  it("joins the fragments and gives those of the text out as they come (HOST-7)", async () => {
    const fragments: string[] = [];
    const parts = [
      { type: "stream-start", warnings: [] },
      { type: "response-metadata", modelId: "fake-1-2026" },
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "Hm" },
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "Go" },
      { type: "text-delta", id: "t", delta: "od" },
      FINISH,
    ];
    expect(await completionOf({ parts }, (fragment) => fragments.push(fragment))).toEqual({
      result: { text: "Good" },
      finishReason: "stop",
      reasoning: "Hm",
      model: "fake-1-2026",
      raw: { request: { asked: true }, response: null },
    });
    expect(fragments).toEqual(["Go", "od"]);
  });

  it("takes calls as a whole, whatever fragments came before", async () => {
    const parts = [
      { type: "tool-input-start", id: "1", toolName: "add" },
      { type: "tool-input-delta", id: "1", delta: '{"a":' },
      { type: "tool-input-delta", id: "1", delta: "1}" },
      { type: "tool-input-end", id: "1" },
      CALL,
      { ...FINISH, finishReason: { unified: "tool-calls", raw: "tool_calls" } },
    ];
    expect(await completionOf({ parts })).toMatchObject({
      result: { toolCalls: [MADE] },
      finishReason: "tool_calls",
    });
  });

  it("gives the same as the whole reply, however its texts are cut", async () => {
    const texts = fc.array(fc.string({ maxLength: 4 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(texts, texts, async (said, thought) => {
        const parts = [
          ...thought.map((delta) => ({ type: "reasoning-delta", delta })),
          ...said.map((delta) => ({ type: "text-delta", delta })),
          FINISH,
        ];
        const { raw: _raw, ...streamed } = await completionOf({ parts });
        const content = [
          { type: "reasoning", text: thought.join("") },
          { type: "text", text: said.join("") },
        ];
        expect(streamed).toEqual(await completionOf(generated(content)));
      }),
      { numRuns: 50 },
    );
  });
});

describe("times (part 11, section 5)", () => {
  it("has those of tokens for streamed replies only", async () => {
    const timesOf = async (answer: FakeAnswer) => {
      const round = roundOf({ stream: answer.parts !== undefined });
      const { metrics } = await aiSdk(new FakeLanguageModel(answer)).complete(round, contextOf());
      return Object.keys(metrics!.client!);
    };
    const delta = { type: "text-delta", delta: "a" };
    expect(await timesOf(generated([{ type: "text", text: "a" }]))).toEqual(["e2e_ms"]);
    expect(await timesOf({ parts: [delta, FINISH] })).toEqual(["e2e_ms", "ttft_ms"]);
    expect(await timesOf({ parts: [delta, delta, FINISH] })).toContain("mean_itl_ms");
  });
});

describe("size (LMT-03)", () => {
  const tooLarge = { kind: "malformed", message: "response stream exceeds the 100-byte limit" };
  const euros = "€".repeat(33);

  it.each([
    [
      "text",
      [
        { type: "text-delta", delta: euros },
        { type: "text-delta", delta: "ab" },
      ],
    ],
    [
      "reasoning",
      [
        { type: "reasoning-delta", delta: euros },
        { type: "text-delta", delta: "ab" },
      ],
    ],
    [
      "arguments",
      [
        { ...CALL, input: euros },
        { ...CALL, input: "ab" },
      ],
    ],
    ["fragments of arguments", [{ type: "tool-input-delta", delta: `${euros}ab` }]],
  ])("counts the bytes of %s", async (_, parts) => {
    await expect(completionOf({ parts: [...parts, FINISH] })).rejects.toMatchObject(tooLarge);
    // Whole replies have no fragments of arguments.
    if (parts.length > 1) {
      const whole = parts.map((part) => ({
        ...part,
        type: part.type.replace("-delta", ""),
        text: (part as { delta?: string }).delta,
      }));
      await expect(completionOf(generated(whole))).rejects.toMatchObject(tooLarge);
    }
  });

  it("allows the limit itself, and counts arguments once", async () => {
    const input = `${euros}a`;
    const parts = [{ type: "tool-input-delta", delta: input }, { ...CALL, input }, FINISH];
    expect((await completionOf({ parts })).result).toEqual({ toolCalls: [{ ...MADE, arguments: input }] });
  });
});

describe("finish reasons as chat completions name them", () => {
  it.each([
    [{ unified: "stop", raw: "end_turn" }, "stop"],
    [{ unified: "length", raw: "max_tokens" }, "length"],
    [{ unified: "tool-calls", raw: undefined }, "tool_calls"],
    [{ unified: "content-filter", raw: "refusal" }, "content_filter"],
    [{ unified: "other", raw: "pause_turn" }, "pause_turn"],
    [{ unified: "other", raw: undefined }, undefined],
    ["stop", "stop"],
    ["tool-calls", "tool_calls"],
    ["content-filter", "content_filter"],
    ["other", "other"],
    ["unknown", undefined],
    [undefined, undefined],
  ])("%j is %s", (reason, word) => {
    expect(finishWord(reason)).toBe(word);
  });
});

describe("token counts (part 11, section 5)", () => {
  it("reads those of specification 2", () => {
    const usage = {
      inputTokens: 5,
      outputTokens: 7,
      totalTokens: 13,
      reasoningTokens: 2,
      cachedInputTokens: 1,
    };
    expect(usageMetrics(usage)).toEqual({
      prompt_tokens: 5,
      completion_tokens: 7,
      total_tokens: 13,
      cached_tokens: 1,
      reasoning_tokens: 2,
    });
  });

  it("reads those of specification 3", () => {
    const usage = { inputTokens: { total: 5, cacheRead: 1 }, outputTokens: { total: 7, reasoning: 2 } };
    expect(usageMetrics(usage)).toMatchObject({ total_tokens: 12, cached_tokens: 1, reasoning_tokens: 2 });
    expect(usageMetrics({ ...usage, raw: { total_tokens: 20 } })).toMatchObject({ total_tokens: 20 });
    expect(usageMetrics({ inputTokens: { total: 5 }, outputTokens: { total: 7 } })).toEqual({
      prompt_tokens: 5,
      completion_tokens: 7,
      total_tokens: 12,
    });
  });

  it.each([
    undefined,
    {},
    { inputTokens: 5 },
    { inputTokens: { total: undefined }, outputTokens: { total: 1 } },
  ])("reads none from %j", (usage) => {
    expect(usageMetrics(usage)).toBeUndefined();
  });

  it("has them in the completion", async () => {
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 2 } };
    const metrics = { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } };
    expect(await completionOf(generated([], { usage }))).toMatchObject({ metrics });
    expect(await completionOf({ parts: [{ ...FINISH, usage }] })).toMatchObject({ metrics });
  });
});
