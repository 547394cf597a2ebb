import { describe, expect, it } from "vitest";
import { ask, say } from "../../loopback/chat-replies.ts";
import { completed, contextOf, failureOf, fakeFetch, jsonResponse, modelOf, round } from "./openai-round.ts";

async function completionOf(reply: unknown) {
  const { completion } = await completed(fakeFetch(jsonResponse(reply)).fetch);
  const { raw: _raw, ...rest } = completion;
  return rest;
}

async function malformed(text: string): Promise<unknown> {
  const answer = modelOf(fakeFetch(new Response(text)).fetch).complete(round(), contextOf());
  return failureOf(answer);
}

const choice = (message: unknown, more: object = {}) => ({ model: "m", choices: [{ message, ...more }] });

describe("a whole reply (HOST-M10)", () => {
  it("is the text of the first choice, the finish reason and the model", async () => {
    const reply = {
      model: "m-1-2025",
      choices: [
        { index: 0, message: { content: "hé" }, finish_reason: "length" },
        { index: 1, message: { content: "other" }, finish_reason: "stop" },
      ],
    };
    expect(await completionOf(reply)).toEqual({
      result: { text: "hé" },
      finishReason: "length",
      model: "m-1-2025",
      metrics: {},
    });
  });

  it("without finish reason, model and text has none", async () => {
    expect(await completionOf({ choices: [{ message: { content: null }, finish_reason: null }] })).toEqual({
      result: { text: "" },
      metrics: {},
    });
  });

  it("is the tool calls, arguments as they came (HOST-M16)", async () => {
    const calls = [
      { id: "c1", name: "find", arguments: '{"q":1}' },
      { id: "c2", name: "find", arguments: "" },
    ];
    expect(await completionOf(ask(...calls).json)).toMatchObject({
      result: { toolCalls: calls },
      finishReason: "tool_calls",
    });
  });

  it("hands what is wrong with text and calls on to the round, which judges it (HOST-M14)", async () => {
    const broken = [
      { id: "c1", function: { name: "find" } },
      { function: { name: "find", arguments: null } },
      "x",
    ];
    expect(await completionOf(choice({ content: 1, tool_calls: broken }))).toMatchObject({
      result: {
        text: 1,
        toolCalls: [
          { id: "c1", name: "find", arguments: undefined },
          { id: undefined, name: "find", arguments: null },
          { id: undefined, name: undefined, arguments: undefined },
        ],
      },
    });
    expect(await completionOf(choice({ tool_calls: "x" }))).toMatchObject({ result: { toolCalls: "x" } });
  });

  it.each([
    [{ reasoning_content: "a", reasoning: "b", thinking: "c" }, "a"],
    [{ reasoning_content: " \n", reasoning: "b", thinking: "c" }, "b"],
    [{ reasoning_content: null, reasoning: {}, thinking: "c" }, "c"],
    [{ reasoning: "" }, undefined],
  ])("has the first reasoning that is not blank: %j", async (fields, reasoning) => {
    expect((await completionOf(choice({ content: "x", ...fields }))).reasoning).toBe(reasoning);
  });

  it.each([
    ["{}", "no choices in response"],
    ['{"choices":null}', "no choices in response"],
    ["[]", "no choices in response"],
    ["1", "no choices in response"],
    ['{"choices":[]}', "response had zero choices"],
    ['{"choices":[{}]}', "choice had no message"],
    ['{"choices":[{"message":"x"}]}', "choice had no message"],
    ['{"choices":[1]}', "choice had no message"],
    ["", "response was not valid JSON"],
    ["<html>secret", "response was not valid JSON"],
  ])("%s is malformed", async (text, message) => {
    const failure = await malformed(text);
    expect(failure).toMatchObject({ kind: "malformed", message });
    expect(String((failure as Error).cause)).not.toContain("secret");
  });

  it("that is an error is a refusal, though its status is success", async () => {
    expect(await malformed('{"error":{"code":429,"message":"later"}}')).toMatchObject({
      kind: "backend",
      status: 429,
      body: '{"code":429,"message":"later"}',
    });
    expect(await malformed('{"error":{"code":"overloaded"}}')).toMatchObject({ status: 500 });
  });

  it("that answers a request for a stream is read as a whole, and its text is one fragment", async () => {
    for (const type of ["application/json", "Application/JSON; charset=utf-8"]) {
      const response = jsonResponse(say("hello").json, { headers: { "content-type": type } });
      const { completion, fragments } = await completed(fakeFetch(response).fetch, { stream: true });
      expect(completion).toMatchObject({ result: { text: "hello" }, finishReason: "stop" });
      expect(fragments).toEqual(["hello"]);
    }
  });
});

describe("what a reply says of its costs (part 11, section 5)", () => {
  const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
  const timings = {
    prompt_n: 1,
    prompt_ms: 1.5,
    prompt_per_second: 2.5,
    predicted_n: 2,
    predicted_ms: 3.5,
    predicted_per_second: 4.5,
  };
  const measured = async (fields: object) => {
    const { metrics, degraded } = await completionOf(say("x", fields).json);
    return { metrics, ...(degraded !== undefined && { degraded }) };
  };

  it.each([
    [{ usage }, { usage }],
    [{ usage: null, timings: null, metrics: null }, {}],
    [
      {
        usage: {
          ...usage,
          prompt_tokens_details: { cached_tokens: 2, audio_tokens: 9 },
          completion_tokens_details: { reasoning_tokens: 0 },
        },
      },
      { usage: { ...usage, cached_tokens: 2, reasoning_tokens: 0 } },
    ],
    [{ usage: { ...usage, prompt_tokens_details: null, completion_tokens_details: {} } }, { usage }],
    [{ timings: { ...timings, cache_n: 5 } }, { llama: { ...timings, draft_n: 0, draft_n_accepted: 0 } }],
    [
      { timings: { ...timings, draft_n: 8, draft_n_accepted: 6 } },
      { llama: { ...timings, draft_n: 8, draft_n_accepted: 6 } },
    ],
    [
      { metrics: { time_to_first_token_ms: 1, queue_time_ms: null, other: "x" } },
      { vllm: { time_to_first_token_ms: 1 } },
    ],
    [{ metrics: {} }, {}],
  ])("%j", async (fields, metrics) => {
    expect(await measured(fields)).toEqual({ metrics });
  });

  it.each([
    [{ usage: "many" }, "usage", "expected an object"],
    [{ usage: [] }, "usage", "expected an object"],
    [{ usage: { prompt_tokens: 1 } }, "usage", "expected a count as `completion_tokens`"],
    [{ usage: { ...usage, total_tokens: "7" } }, "usage", "expected a count as `total_tokens`"],
    [{ usage: { ...usage, prompt_tokens: -1 } }, "usage", "expected a count as `prompt_tokens`"],
    [{ usage: { ...usage, prompt_tokens: 1.5 } }, "usage", "expected a count as `prompt_tokens`"],
    [
      { usage: { ...usage, prompt_tokens_details: 1 } },
      "usage",
      "expected an object as `prompt_tokens_details`",
    ],
    [
      { usage: { ...usage, completion_tokens_details: { reasoning_tokens: "x" } } },
      "usage",
      "expected a count as `reasoning_tokens`",
    ],
    [{ timings: { ...timings, prompt_ms: null } }, "timings", "expected a finite number as `prompt_ms`"],
    [{ timings: { ...timings, draft_n: 0.5 } }, "timings", "expected a count as `draft_n`"],
    [{ timings: true }, "timings", "expected an object"],
    [{ metrics: { queue_time_ms: "x" } }, "metrics", "expected a finite number as `queue_time_ms`"],
  ])("%j is left out and told of", async (fields, key, reason) => {
    expect(await measured(fields)).toEqual({
      metrics: {},
      degraded: [`malformed \`${key}\` in completion response ignored: ${reason}`],
    });
  });

  it("is told of part by part, in the order of the parts", async () => {
    const { metrics, degraded } = await measured({ metrics: 1, usage: 2, timings });
    expect(metrics).toHaveProperty("llama");
    expect(degraded?.map((message) => message.split("`")[1])).toEqual(["usage", "metrics"]);
  });

  it("comes with the time that the whole took", async () => {
    const { fetch } = fakeFetch(jsonResponse(say("x").json));
    const { metrics } = await modelOf(fetch).complete(round(), contextOf());
    expect(metrics!.client).toEqual({ e2e_ms: expect.any(Number) });
    expect(metrics!.client!.e2e_ms).toBeGreaterThanOrEqual(0);
  });
});
