import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { openai } from "promptforge-runtime/openai";
import { openTelemetry } from "promptforge-runtime/otel";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { RunOptions } from "../../../runtime/index.ts";
import { streamCalls, streamText } from "../../loopback/chat-replies.ts";
import { type ChatScript, startChatServer } from "../../loopback/chat-server.ts";
import { Workplace } from "../../shipped/workplace.ts";
import { loadPrompt } from "../ai-sdk/observe.ts";
import { startSdk, stopSdk, treeOf } from "./spans.ts";

const { exporter, tracer } = startSdk();
let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
});
afterEach(() => exporter.reset());
afterAll(() => {
  workplace?.remove();
  stopSdk();
});

const LUA = `models.use("writer", { temperature = 0.5 })
tools.add("find")
local list = messages.new():user("go")
models.loop(list)
return list[#list].content`;

const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };

/** Answers with a call of `find`, and then with a text. */
const answers = (): ChatScript => [
  streamCalls({ id: "id-0", name: "find", arguments: '{"q":"x"}' }),
  streamText(["done"], usage),
];

/** Runs the prompt within a span of the program, as a server does with each request. */
async function handle(name: string, options: RunOptions, script: ChatScript = answers()): Promise<string> {
  const prompt = await loadPrompt(workplace, LUA);
  const server = await startChatServer(script);
  try {
    return await tracer.startActiveSpan(name, async (span) => {
      try {
        const model = openai({ baseURL: server.url, apiKey: "k", model: "test-model" });
        return await prompt.run("", { model, ...openTelemetry(tracer, { trace, context }), ...options });
      } finally {
        span.end();
      }
    });
  } finally {
    await server.close();
  }
}

const find = {
  description: "Finds",
  parameters: { type: "object" },
  call: () => "found",
};

it("runs at the same time are trees of their own, each below the span that was active when it began", async () => {
  const names = ["request 1", "request 2"];
  const texts = await Promise.all(names.map((name) => handle(name, { tools: { find } })));
  expect(texts).toEqual(["done", "done"]);
  const spans = exporter.getFinishedSpans();
  const roots = spans.filter((span) => span.parentSpanContext === undefined);
  expect(roots.map(({ name }) => name).sort()).toEqual(names);
  for (const root of roots) {
    expect(treeOf(root, spans)).toEqual([
      root.name,
      "  invoke_agent P",
      "    section One",
      "      chat test-model",
      "      execute_tool find",
      "      chat test-model",
    ]);
  }
  expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(2);
});

it("spans have the attributes of the conventions, with the usage of a round", async () => {
  await handle("request", { tools: { find } });
  const spans = exporter.getFinishedSpans();
  const named = (name: string) => spans.filter((span) => span.name === name);
  expect(named("invoke_agent P")[0]).toMatchObject({
    kind: SpanKind.INTERNAL,
    status: { code: SpanStatusCode.UNSET },
    attributes: { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "P" },
  });
  const [, answer] = named("chat test-model");
  expect(answer).toMatchObject({
    kind: SpanKind.CLIENT,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "test-model",
      "gen_ai.request.temperature": 0.5,
      "gen_ai.response.model": "test-model",
      "gen_ai.response.finish_reasons": ["stop"],
      "gen_ai.usage.input_tokens": 12,
      "gen_ai.usage.output_tokens": 3,
    },
  });
  expect(named("execute_tool find")[0]!.attributes).toMatchObject({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "find",
    "gen_ai.tool.call.id": "id-0",
  });
  // Nothing that the SDK would leave out: no undefined, no object.
  for (const { attributes, droppedAttributesCount } of spans) {
    expect(droppedAttributesCount).toBe(0);
    for (const value of Object.values(attributes)) {
      const kinds = [value].flat().map((item) => typeof item);
      expect(kinds.filter((kind) => !/^(string|number|boolean)$/.test(kind))).toEqual([]);
    }
  }
  expect(JSON.stringify(spans.map((span) => span.attributes))).not.toMatch(/found|done/);
});

it("what has failed has the status of an error, up to the run", async () => {
  await expect(handle("request", { tools: { find } }, [{ status: 401 }])).rejects.toThrow();
  const failed = exporter.getFinishedSpans().filter(({ status }) => status.code === SpanStatusCode.ERROR);
  expect(failed.map(({ name, attributes }) => [name, attributes["error.type"]])).toEqual([
    ["chat test-model", "model_turn_failed"],
    ["section One", "lua_chunk_failed"],
    ["invoke_agent P", "run_failed"],
  ]);
});
