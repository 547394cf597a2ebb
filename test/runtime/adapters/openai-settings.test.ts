import { describe, expect, it } from "vitest";
import { type OpenAIOptions, openai } from "../../../runtime/adapters/openai.ts";
import { say } from "../../loopback/chat-replies.ts";
import { contextOf, fakeFetch, jsonResponse, round } from "./openai-round.ts";

const good: OpenAIOptions = { baseURL: "https://provider.test/v1", model: "m-1" };

describe("the address", () => {
  it.each([
    ["http://provider.test/v1", "http://provider.test/v1/chat/completions"],
    ["http://provider.test/v1/", "http://provider.test/v1/chat/completions"],
    ["http://provider.test/v1//", "http://provider.test/v1/chat/completions"],
    ["http://provider.test", "http://provider.test/chat/completions"],
    ["http://provider.test:81/v1/chat/completions", "http://provider.test:81/v1/chat/completions"],
    ["http://provider.test/v1/chat/completions/", "http://provider.test/v1/chat/completions"],
    ["https://p.test/d?api-version=2#x", "https://p.test/d/chat/completions?api-version=2"],
  ])("%s", async (baseURL, url) => {
    const { fetch, sent } = fakeFetch(jsonResponse(say("x").json));
    await openai({ ...good, baseURL, fetch }).complete(round(), contextOf());
    expect(sent[0]!.url).toBe(url);
  });
});

describe("what the model is", () => {
  it("takes the provider's name as its id, and assumes the rest", () => {
    expect(openai(good)).toMatchObject({ id: "m-1", context: 131_072, thinking: "switchable" });
  });

  it("is what the options say", () => {
    const told = { id: "small", description: "Fast", context: 4096, thinking: "never" } as const;
    expect(openai({ ...good, ...told })).toMatchObject(told);
  });
});

describe("options that are no good", () => {
  const bad: readonly (readonly [string, object])[] = [
    ["baseURL", { baseURL: "provider.test/v1" }],
    ["baseURL", { baseURL: "ftp://provider.test/v1" }],
    ["baseURL", { baseURL: undefined }],
    ["baseURL", { baseURL: "https://name:secret@provider.test/v1" }],
    ["model", { model: undefined }],
    ["model", { model: " " }],
    ["id", { id: "" }],
    ["description", { description: 1 }],
    ["apiKey", { apiKey: 1 }],
    ["context", { context: 0 }],
    ["context", { context: 1.5 }],
    ["thinking", { thinking: "sometimes" }],
    ["headers", { headers: "secret" }],
    ["retry", { retry: -1 }],
    ["retry", { retry: null }],
    ["retry.attempts", { retry: { attempts: 0.5 } }],
    ["retry.maxDelayMs", { retry: { maxDelayMs: Number.NaN } }],
    ["fetch", { fetch: {} }],
  ];

  it.each(bad)("%s: %j is a TypeError that names it and tells what to give", (name, options) => {
    const make = () => openai({ ...good, ...options } as OpenAIOptions);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(`the option \`${name}\` of openai must be `);
    expect(make).not.toThrow(/secret/);
  });

  it("the global fetch is a good one", () => {
    expect(openai({ ...good, fetch }).id).toBe("m-1");
  });

  it("no key is as good as none given", () => {
    expect(openai({ ...good, apiKey: undefined }).id).toBe("m-1");
  });
});
