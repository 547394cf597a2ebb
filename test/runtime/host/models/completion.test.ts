import { expect, test } from "vitest";
import { readCompletion, readRaw } from "../../../../runtime/host/models/completion.ts";

const measured = (metrics: unknown) => readCompletion({ metrics })!.measured;

test("the texts of a completion are well-formed, and what is none is left out", () => {
  const texts = { finishReason: "f\ud800", reasoning: "r\ud800", model: "m\ud800" };
  expect(readCompletion(texts)).toMatchObject({
    finishReason: "f\ufffd",
    reasoning: "r\ufffd",
    model: "m\ufffd",
  });
  const none = readCompletion({ finishReason: 5, reasoning: {}, model: null })!;
  expect([none.finishReason, none.reasoning, none.model]).toEqual([undefined, undefined, undefined]);
});

test("degraded metadata is text whatever was given", () => {
  const degraded = ["z\ud800", new Error("e"), Object.create(null), Symbol("q"), 5];
  expect(readCompletion({ degraded })!.degraded).toEqual([
    "z\ufffd",
    "e",
    "unknown failure",
    "Symbol(q)",
    "5",
  ]);
});

test.each([
  [[1], "expected an object"],
  [null, "expected an object"],
  [() => 1, "expected an object"],
  [{ usage: [1] }, "expected an object as `usage`"],
  [{ client: { e2e_ms: Number.NaN } }, "expected a finite number as `client.e2e_ms`"],
  [{ vllm: { queue_time_ms: Number.POSITIVE_INFINITY } }, "expected a finite number as `vllm.queue_time_ms`"],
  [{ llama: { prompt_n: "5" } }, "expected a finite number as `llama.prompt_n`"],
  [
    { usage: { prompt_tokens: 5n } },
    "it is not JSON data: `prompt_tokens` is a bigint, give a number or a string",
  ],
])("metrics of a wrong shape are none: case %#", (metrics, problem) => {
  expect(measured(metrics)).toEqual({ problem });
});

test("metrics are a frozen copy", () => {
  const metrics = {
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, cached_tokens: undefined },
  };
  const copy = measured(metrics) as { metrics: { usage: object } };
  expect(copy).toEqual({ metrics: { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } } });
  expect(Object.isFrozen(copy.metrics.usage)).toBe(true);
  expect(measured(undefined)).toEqual({});
});

test("the raw form is any JSON, each half by itself (EVT-15, HOST-24)", () => {
  expect(readRaw({ raw: { request: "text", response: null } })).toEqual({ request: "text", response: null });
  expect(readRaw({ raw: { request: { n: 1n }, response: ["\ud800"] } })).toEqual({
    request: undefined,
    response: ["\ufffd"],
  });
  expect(readRaw({})).toEqual({ request: undefined, response: undefined });
});
