import { describe, expect, it, vi } from "vitest";
import { aiSdk } from "../../../runtime/adapters/ai-sdk.ts";
import type { ModelRequest } from "../../../runtime/model.ts";
import { contextOf, FakeLanguageModel, FINISH, generated, roundOf } from "./ai-sdk-model.ts";

const SAID = generated([{ type: "text", text: "Good" }]);

describe("a language model as a model (HOST-M01)", () => {
  it("has the language model's id and what is assumed of unknown models", () => {
    const { id, context, thinking, description } = aiSdk(new FakeLanguageModel(SAID));
    expect({ id, context, thinking, description }).toEqual({
      id: "fake-1",
      context: 131_072,
      thinking: "switchable",
      description: undefined,
    });
  });

  it("is described as told; a function for thinking makes it switchable", () => {
    const options = { id: "mine", description: "Mine", context: 8192 };
    expect(aiSdk(new FakeLanguageModel(SAID), { ...options, thinking: "never" })).toMatchObject({
      ...options,
      thinking: "never",
    });
    expect(aiSdk(new FakeLanguageModel(SAID), { thinking: () => ({}) }).thinking).toBe("switchable");
  });

  it.each([
    ["gpt-5", /not the text of its id.*openai\("gpt-5"\)/],
    [undefined, /takes a language model of the AI SDK/],
    [{ specificationVersion: "v3", modelId: "m" }, /takes a language model of the AI SDK/],
    [Object.assign(new FakeLanguageModel(SAID), { specificationVersion: "v1" }), /v2 and v3.*not v1/],
  ])("refuses %j", (given, message) => {
    expect(() => aiSdk(given as never)).toThrow(TypeError);
    expect(() => aiSdk(given as never)).toThrow(message);
  });
});

/** The options that a round comes to. */
async function askedOf(request: Partial<ModelRequest>, options = {}): Promise<object> {
  const model = new FakeLanguageModel(SAID);
  await aiSdk(model, options).complete(roundOf(request), contextOf());
  return model.calls[0]!.options;
}

describe("what is asked", () => {
  it("has only what is set (MOD-32), no list of tools when there are none, and the key of the effect", async () => {
    const { abortSignal, ...asked } = (await askedOf({})) as { abortSignal?: AbortSignal };
    expect(abortSignal).toBeInstanceOf(AbortSignal);
    expect(asked).toEqual({
      prompt: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
      headers: { "Idempotency-Key": "run%201%3A0%3A7" },
    });
  });

  it("has the sampling options", async () => {
    expect(await askedOf({ options: { temperature: 0.5, maxTokens: 20 } })).toMatchObject({
      temperature: 0.5,
      maxOutputTokens: 20,
    });
  });

  it("has the tools as functions that the model may choose from", async () => {
    const parameters = { type: "object", properties: { city: { type: "string" } } };
    const asked = await askedOf({ tools: [{ name: "weather", description: "Tells it", parameters }] });
    expect(asked).toMatchObject({
      tools: [{ type: "function", name: "weather", description: "Tells it", inputSchema: parameters }],
      toolChoice: { type: "auto" },
    });
  });

  it("tells the thinking switch as the given function says, over the general options", async () => {
    const options = {
      providerOptions: { fake: { user: "me", effort: "low" }, other: { a: 1 } },
      thinking: (on: boolean) => ({ fake: { effort: on ? "high" : "none" } }),
    };
    expect(await askedOf({ options: { thinking: true } }, options)).toMatchObject({
      providerOptions: { fake: { user: "me", effort: "high" }, other: { a: 1 } },
    });
    expect(await askedOf({ options: { thinking: false } }, options)).toHaveProperty(
      "providerOptions.fake.effort",
      "none",
    );
    expect(await askedOf({}, options)).toHaveProperty("providerOptions.fake.effort", "low");
  });

  it("does not tell it without such a function", async () => {
    expect(await askedOf({ options: { thinking: true } })).not.toHaveProperty("providerOptions");
  });

  it("streams for rounds of the loop only", async () => {
    const model = new FakeLanguageModel({ ...SAID, parts: [FINISH] });
    await aiSdk(model).complete(roundOf(), contextOf());
    await aiSdk(model).complete(roundOf({ stream: true }), contextOf());
    expect(model.calls.map(({ way }) => way)).toEqual(["generate", "stream"]);
  });
});

describe("waits and aborts", () => {
  it.each([false, true])("gives up when the run does, with its reason (stream: %s)", async (stream) => {
    const model = new FakeLanguageModel({ isSilent: true, parts: [{ type: "text-delta", delta: "a" }] });
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, "addEventListener");
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    const stop = () => controller.abort(new Error("stopped"));
    const context = contextOf({ signal: controller.signal });
    const answer = aiSdk(model).complete(roundOf({ stream, ...(stream && { onDelta: stop }) }), context);
    if (!stream) stop();
    await expect(answer).rejects.toThrow("stopped");
    expect(model.calls[0]!.options.abortSignal?.aborted).toBe(true);
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
    expect(model.isCancelled).toBe(stream);
  });

  it("is a transport failure when nothing comes for the time of the limits (HOST-M20)", async () => {
    for (const stream of [false, true]) {
      const model = new FakeLanguageModel({ isSilent: true, parts: [{ type: "text-delta", delta: "a" }] });
      const answer = aiSdk(model).complete(
        roundOf({ stream }),
        contextOf({ limits: { requestTimeoutMs: 5 } }),
      );
      await expect(answer).rejects.toMatchObject({ kind: "transport" });
      expect(model.calls[0]!.options.abortSignal?.aborted).toBe(true);
    }
  });

  it("leaves no timer and no listener behind an answer", async () => {
    const controller = new AbortController();
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    const set = vi.spyOn(globalThis, "setTimeout");
    const cleared = vi.spyOn(globalThis, "clearTimeout");
    const model = new FakeLanguageModel({ parts: [FINISH] });
    await aiSdk(model).complete(roundOf({ stream: true }), contextOf({ signal: controller.signal }));
    const timers = set.mock.results.map(({ value }) => value as unknown);
    expect(timers.length).toBeGreaterThan(0);
    expect(cleared.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(timers));
    expect(removed).toHaveBeenCalled();
    expect(model.isCancelled).toBe(true);
    vi.restoreAllMocks();
  });
});
