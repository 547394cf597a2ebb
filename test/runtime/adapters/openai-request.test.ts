import { describe, expect, it } from "vitest";
import type { OpenAIOptions } from "../../../runtime/adapters/openai.ts";
import type { ModelRequest } from "../../../runtime/index.ts";
import { say } from "../../loopback/chat-replies.ts";
import { completed, contextOf, failureOf, fakeFetch, jsonResponse, modelOf, round } from "./openai-round.ts";

async function sentFor(request: Partial<ModelRequest>, options: Partial<OpenAIOptions> = {}, key?: string) {
  const { fetch, sent } = fakeFetch(jsonResponse(say("x").json));
  const context = contextOf(key === undefined ? {} : { key });
  await modelOf(fetch, options).complete(round(request), context);
  return sent[0]!;
}

describe("the body of a request (HOST-M10)", () => {
  it("has the model, the messages and the stream flag, and nothing that is not set", async () => {
    const { text } = await sentFor({}, { model: "wire-name", id: "small" });
    expect(text).toBe('{"model":"wire-name","messages":[{"role":"user","content":"hello"}],"stream":false}');
  });

  it("asks for usage when streaming", async () => {
    const { body } = await sentFor({ stream: true });
    expect(body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it("has the tools as functions, to be chosen freely", async () => {
    const parameters = { type: "object", properties: { q: { type: "string" } } };
    const { body } = await sentFor({ tools: [{ name: "find", description: "Finds", parameters }] });
    expect(body.tools).toEqual([
      { type: "function", function: { name: "find", description: "Finds", parameters } },
    ]);
    expect(body.tool_choice).toBe("auto");
  });

  it("has temperature and max_tokens when they are set, also to 0", async () => {
    const { body } = await sentFor({ options: { temperature: 0, maxTokens: 9 } });
    expect(body).toMatchObject({ temperature: 0, max_tokens: 9 });
  });

  it.each([
    ["switchable", true, { enable_thinking: true }],
    ["switchable", false, { enable_thinking: false }],
    ["switchable", undefined, undefined],
    ["always", true, undefined],
    ["never", false, undefined],
  ] as const)(
    "of a model that thinks %s has thinking = %s as %j (HOST-M03)",
    async (can, thinking, expected) => {
      const options = thinking === undefined ? {} : { thinking };
      const { body } = await sentFor({ options }, { thinking: can });
      expect(body.chat_template_kwargs).toEqual(expected);
    },
  );

  it("has the calls of an assistant as functions with JSON text, and leaves all else of the messages", async () => {
    const messages: ModelRequest["messages"] = [
      { role: "system", content: "s" },
      { role: "user", content: [{ type: "image_url", image_url: { url: "data:x" } }] },
      {
        role: "assistant",
        content: "",
        tool_calls: [{ id: "c1", name: "find", arguments: { q: "é", n: [1] } }],
      },
      { role: "tool", content: "found", tool_call_id: "c1" },
    ];
    const { body } = await sentFor({ messages });
    expect(body.messages).toEqual([
      messages[0],
      messages[1],
      {
        role: "assistant",
        content: "",
        tool_calls: [
          { id: "c1", type: "function", function: { name: "find", arguments: '{"q":"é","n":[1]}' } },
        ],
      },
      messages[3],
    ]);
  });
});

describe("the headers of a request", () => {
  it("say that it is JSON, and carry the effect's key as ASCII", async () => {
    const { headers } = await sentFor({}, {}, "büro 1:0.2:7");
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "idempotency-key": "b%C3%BCro%201%3A0.2%3A7",
    });
    expect(headers).not.toHaveProperty("authorization");
  });

  it("stand for a key that no encoding has", async () => {
    expect((await sentFor({}, {}, "\ud800")).headers["idempotency-key"]).toBe("%EF%BF%BD");
  });

  it.each([
    ["a text", "k-1"],
    ["a function", () => "k-1"],
    ["a promise's function", async () => "k-1"],
  ])("have the API key of %s", async (_what, apiKey) => {
    expect((await sentFor({}, { apiKey })).headers["authorization"]).toBe("Bearer k-1");
  });

  it.each([undefined, "", () => undefined])("have no authorization without a key: %s", async (apiKey) => {
    expect((await sentFor({}, { apiKey })).headers).not.toHaveProperty("authorization");
  });

  it("are those of the option before the adapter's own, whatever their case; undefined leaves one out", async () => {
    const headers = { Authorization: "Basic x", "Idempotency-Key": undefined, "api-key": "k" };
    for (const given of [headers, () => headers, async () => headers]) {
      const sent = await sentFor({}, { apiKey: "k-1", headers: given });
      expect(sent.headers).toMatchObject({ authorization: "Basic x", "api-key": "k" });
      expect(sent.headers).not.toHaveProperty("idempotency-key");
    }
  });

  it.each([
    ["authorization", { apiKey: "secret\n" }],
    ["authorization", { apiKey: "secret-\u20ac" }],
    ["x-y", { headers: { "X-Y": "secret\r\nx: y" } }],
    ["x y", { headers: { "x y": "secret" } }],
  ])("that cannot be sent are told by name, never by value: %s", async (name, options) => {
    const { fetch, sent } = fakeFetch();
    const failure = await failureOf(modelOf(fetch, options).complete(round(), contextOf()));
    expect(failure).toMatchObject({ kind: "config", message: expect.stringContaining(`\`${name}\``) });
    expect(`${failure.message}${failure.stack}${failure.cause}`).not.toContain("secret");
    expect(sent).toEqual([]);
  });
});

describe("the raw form of a round", () => {
  it("is the body that was sent and the reply as JSON, without any header (EVT-15)", async () => {
    const reply = say("x").json as object;
    const { fetch, sent } = fakeFetch(jsonResponse(reply));
    const options = { apiKey: "secret-1", headers: { "api-key": "secret-2" } };
    const { completion } = await completed(fetch, {}, options);
    expect(completion.raw).toEqual({ request: sent[0]!.body, response: reply });
    expect(JSON.stringify(completion)).not.toContain("secret");
  });
});
