import { describe, expect, it } from "vitest";
import { aiSdk } from "../../../runtime/adapters/ai-sdk.ts";
import { ModelFailure } from "../../../runtime/model-failure.ts";
import { contextOf, type FakeAnswer, FakeLanguageModel, roundOf } from "./ai-sdk-model.ts";

/** An error with a name and fields, as the SDK makes them. */
function sdkError(name: string, fields: object = {}, message = "the reply said: secret"): Error {
  return Object.assign(new Error(message), { name }, fields);
}

const apiCallError = (fields: object) => sdkError("AI_APICallError", { responseBody: undefined, ...fields });

/** What a round fails with. */
async function failureOf(answer: FakeAnswer): Promise<Partial<ModelFailure>> {
  const round = roundOf({ stream: answer.parts !== undefined });
  try {
    await aiSdk(new FakeLanguageModel(answer)).complete(round, contextOf());
  } catch (thrown) {
    return thrown as Partial<ModelFailure>;
  }
  return expect.unreachable();
}

const network = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
const OTHER_SHAPE = "response was not of the expected shape";

describe("failures of a call (HOST-M20)", () => {
  it.each([
    [
      "a status",
      apiCallError({ statusCode: 503, responseBody: "busy" }),
      { kind: "backend", status: 503, body: "busy" },
    ],
    [
      "a redirect",
      apiCallError({ statusCode: 307, responseBody: "" }),
      { kind: "backend", status: 307, body: "" },
    ],
    ["a gateway's status", sdkError("GatewayError", { statusCode: 429 }), { kind: "backend", status: 429 }],
    [
      "a gateway's status, with the provider's body",
      sdkError("GatewayError", { statusCode: 400, cause: apiCallError({ responseBody: "context length" }) }),
      { kind: "backend", status: 400, body: "context length" },
    ],
    [
      "a body that broke off",
      apiCallError({ statusCode: 500, cause: network }),
      { kind: "unreadable", status: 500 },
    ],
    ["no connection", apiCallError({ isRetryable: true, cause: network }), { kind: "transport" }],
    ["a reply that broke off", apiCallError({ statusCode: 200, cause: network }), { kind: "transport" }],
    ["an error of the platform", new Error("x", { cause: network }), { kind: "transport" }],
    ["undici's error", Object.assign(new Error("x"), { code: "UND_ERR_SOCKET" }), { kind: "transport" }],
    ["fetch's error", new TypeError("fetch failed"), { kind: "transport" }],
    ["a body cut by Node", new TypeError("terminated"), { kind: "transport" }],
    ["a timeout of the model's own", sdkError("TimeoutError"), { kind: "transport" }],
    [
      "no JSON",
      apiCallError({ statusCode: 200, cause: sdkError("AI_JSONParseError") }),
      { kind: "malformed", message: "response was not valid JSON" },
    ],
    [
      "another shape",
      apiCallError({ statusCode: 200, cause: sdkError("AI_TypeValidationError") }),
      { kind: "malformed", message: OTHER_SHAPE },
    ],
    ["an unknown cause", apiCallError({ statusCode: 200 }), { kind: "malformed", message: OTHER_SHAPE }],
    [
      "no choices",
      sdkError("AI_InvalidResponseDataError", { data: {} }),
      { kind: "malformed", message: OTHER_SHAPE },
    ],
    [
      "no body",
      sdkError("AI_EmptyResponseBodyError"),
      { kind: "malformed", message: "response had no body" },
    ],
  ])("%s", async (_, failure, expected) => {
    const found = await failureOf({ failure });
    expect(found).toBeInstanceOf(ModelFailure);
    expect(found).toMatchObject(expected);
    expect(found.body).toBe((expected as { body?: string }).body);
    // Neither what the provider said nor what the SDK makes of it.
    expect(found.message).not.toContain("secret");
    expect(found.cause).toBe(failure);
  });

  it("takes an error for what it is that comes with a status of success (HOST-M15)", async () => {
    const body = { error: { message: "busy", code: 503 } };
    const failure = apiCallError({ statusCode: 200, responseBody: JSON.stringify(body) });
    expect(await failureOf({ failure })).toMatchObject({ kind: "backend", status: 503 });
  });

  it.each([
    ["the SDK's own setting", sdkError("AI_LoadAPIKeyError", {}, "API key is missing")],
    ["a programming error", new TypeError("x is not a function")],
    ["no error at all", "text"],
    ["nothing", undefined],
  ])("passes %s on as it is", async (_, failure) => {
    const model = new FakeLanguageModel({ parts: [] });
    model.doGenerate = () => Promise.reject(failure);
    const answer = aiSdk(model).complete(roundOf(), contextOf());
    await expect(answer).rejects.toBe(failure);
  });
});

describe("failures in a stream (HOST-M15)", () => {
  const said = { type: "text-delta", delta: "Go" };

  it.each([
    ["an error object with a code", { message: "m", code: 429 }, { kind: "backend", status: 429 }],
    ["an error object with a status", { code: "busy", status: 503 }, { kind: "backend", status: 503 }],
    ["an error object with neither", { message: "m", code: "busy" }, { kind: "backend", status: 500 }],
    ["a text", "context length", { kind: "backend", status: 500, body: '"context length"' }],
    ["an unreadable piece", sdkError("AI_JSONParseError"), { kind: "malformed" }],
    ["the SDK's word for an early end", sdkError("AI_InvalidResponseDataError"), { kind: "transport" }],
    [
      "an error of the SDK",
      apiCallError({ statusCode: 529, responseBody: "busy" }),
      { kind: "backend", status: 529 },
    ],
  ])("%s", async (_, error, expected) => {
    const found = await failureOf({ parts: [said, { type: "error", error }] });
    expect(found).toBeInstanceOf(ModelFailure);
    expect(found).toMatchObject(expected);
    expect(found.message).not.toContain("secret");
  });

  it("keeps the provider's words for the overflow phrases (CONV-74)", async () => {
    const error = { message: "prompt is too long", code: 400 };
    const { body } = await failureOf({ parts: [{ type: "error", error }] });
    expect(body).toContain("prompt is too long");
  });

  it("is a transport failure when it ends without its last part, or breaks off", async () => {
    expect(await failureOf({ parts: [said] })).toMatchObject({ kind: "transport" });
    expect(await failureOf({ parts: [said, network] })).toMatchObject({ kind: "transport" });
  });

  it("lets the stream go", async () => {
    const model = new FakeLanguageModel({ parts: [{ type: "error", error: "x" }] });
    await expect(aiSdk(model).complete(roundOf({ stream: true }), contextOf())).rejects.toThrow();
    expect(model.isCancelled).toBe(true);
    expect(model.calls[0]!.options.abortSignal?.aborted).toBe(true);
  });
});
