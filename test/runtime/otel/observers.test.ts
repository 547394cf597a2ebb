import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EffectReport, ModelRequest, RunEvent } from "../../../runtime/index.ts";
import { openTelemetry, type Telemetry } from "../../../runtime/otel/index.ts";
import { MemoryTracer } from "./memory-tracer.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1000 });
});
afterEach(() => {
  vi.useRealTimers();
});

let seq = 0;

/** What a run reports at a time, in milliseconds. */
class Reports {
  readonly tracer = new MemoryTracer();
  readonly telemetry: Telemetry;
  readonly execution: string;

  constructor(
    options: Partial<Parameters<typeof openTelemetry>[1]> = {},
    { execution = "e", shared }: { execution?: string; shared?: Reports } = {},
  ) {
    this.execution = execution;
    if (shared !== undefined) this.tracer = shared.tracer;
    this.telemetry =
      shared?.telemetry ??
      openTelemetry(this.tracer, { ...this.tracer.options, ...options } as typeof this.tracer.options);
  }

  event(at: number, kind: RunEvent["kind"], fields: object = {}, task = "0"): this {
    vi.setSystemTime(at);
    this.telemetry.onEvent(this.#report(kind, fields, task) as unknown as RunEvent);
    return this;
  }

  effect(at: number, kind: EffectReport["kind"], request: object, fields: object = {}): this {
    vi.setSystemTime(at);
    this.telemetry.onEffect(this.#report(kind, { request, ...fields }, "0") as unknown as EffectReport);
    return this;
  }

  #report(kind: string, fields: object, task: string): object {
    const { execution } = this;
    return { kind, execution, section: "S", provenance: { task, seq: seq++ }, ...fields };
  }
}

const request: ModelRequest = {
  role: "writer",
  modelId: "m",
  messages: [
    { role: "system", content: "be" },
    {
      role: "user",
      content: [
        { type: "text", text: "see" },
        { type: "image_url", image_url: { url: "data:x" } },
      ],
    },
  ],
  tools: [],
  options: {},
  origin: "chat",
  stream: true,
};
const find = { tool: "acme/kit/find", alias: "find", arguments: {}, caller: "script" };
const reply = { turn: 1, text: "t", model: "m-1", origin: "chat" };
const toolResult = { turn: 1, tool_call_id: "", alias: "find", content: "c", trusted: true };

describe("the times of a trace", () => {
  it("are those of the request and of its answer", () => {
    const { tracer } = new Reports()
      .event(1000, "run_started")
      .event(1001, "section_started")
      .effect(1010, "model", request)
      .event(1020, "model_turn_completed")
      .event(1020, "assistant_reply", reply)
      .effect(1030, "tool", find)
      .event(1045, "tool_call_succeeded")
      .event(1045, "tool_result", toolResult)
      .event(1050, "section_finished")
      .event(1051, "run_succeeded");
    expect(tracer.spans.map(({ name, startedAt, endedAt }) => [name, startedAt, endedAt])).toEqual([
      ["invoke_agent S", 1000, 1051],
      ["section S", 1001, 1050],
      ["chat m", 1010, 1020],
      ["execute_tool find", 1030, 1045],
    ]);
  });

  it("of a blank reply end with the round, not with what follows", () => {
    const { tracer } = new Reports()
      .event(1000, "run_started")
      .effect(1010, "model", request)
      .event(1020, "model_turn_completed")
      .event(1090, "lua", { message: "x" });
    expect(tracer.named("chat m").endedAt).toBe(1020);
  });

  it("of local tools begin with the reply, or with the end of the call before", () => {
    const call = (id: string) => ({ id, name: "mine", arguments: {} });
    const { tracer } = new Reports()
      .event(1000, "run_started")
      .event(1000, "section_started")
      .event(1000, "lua_chunk_started")
      .effect(1010, "model", request)
      .event(1020, "model_turn_completed")
      .event(1020, "assistant_tool_calls", { turn: 1, model: "m", calls: [call("a"), call("b"), call("c")] })
      .event(1040, "tool_call_succeeded")
      .event(1040, "tool_result", { ...toolResult, alias: "mine", tool_call_id: "a" })
      .event(1070, "tool_call_succeeded")
      .event(1070, "tool_result", { ...toolResult, alias: "mine", tool_call_id: "b" })
      .event(1080, "tool_call_failed")
      .event(1099, "lua_chunk_failed")
      .event(1099, "lua_teardown_succeeded")
      .event(1100, "run_failed");
    const tools = tracer.spans.filter(({ name }) => name === "execute_tool mine");
    expect(tools.map(({ startedAt, endedAt, status }) => [startedAt, endedAt, status])).toEqual([
      [1020, 1040, 0],
      [1040, 1070, 0],
      [1070, 1080, 2],
    ]);
  });
});

describe("a round", () => {
  const metrics = {
    usage: {
      prompt_tokens: 7,
      completion_tokens: 5,
      total_tokens: 12,
      cached_tokens: 3,
      reasoning_tokens: 2,
    },
    client: { e2e_ms: 900, ttft_ms: 250 },
  };

  it("has the tokens that its reply has measured", () => {
    const { tracer } = new Reports()
      .event(1000, "run_started")
      .effect(1010, "model", request)
      .event(1020, "assistant_reply", { ...reply, finish_reason: "length", metrics });
    expect(tracer.named("chat m").attributes).toMatchObject({
      "gen_ai.usage.input_tokens": 7,
      "gen_ai.usage.output_tokens": 5,
      "gen_ai.usage.cache_read.input_tokens": 3,
      "gen_ai.usage.reasoning.output_tokens": 2,
      "gen_ai.response.time_to_first_chunk": 0.25,
      "gen_ai.response.finish_reasons": ["length"],
    });
  });

  it.each([
    ["prompt_tokens", "completion_tokens"],
    ["input_tokens", "output_tokens"],
  ])("that calls tools has those of its captured response (%s)", (input, output) => {
    const body = { usage: { [input]: 4, [output]: 6 }, choices: [{ text: "s3cret" }] };
    const { tracer } = new Reports()
      .event(1000, "run_started")
      .effect(1010, "model", request)
      .event(1020, "request", { turn: 1, body: { messages: "s3cret" } })
      .event(1020, "response", { turn: 1, body, finish_reason: "tool_calls" })
      .event(1020, "model_turn_completed")
      .event(1020, "assistant_tool_calls", { turn: 1, model: "", calls: [] });
    const { attributes } = tracer.named("chat m");
    expect(attributes).toMatchObject({
      "gen_ai.usage.input_tokens": 4,
      "gen_ai.usage.output_tokens": 6,
      "gen_ai.response.finish_reasons": ["tool_calls"],
    });
    expect(attributes).not.toHaveProperty(["gen_ai.response.model"]);
    expect(JSON.stringify(attributes)).not.toContain("s3cret");
  });

  it.each([null, "text", { usage: null }, { usage: { prompt_tokens: "7" } }, []])(
    "takes nothing from a response of another form: %j",
    (body) => {
      const { tracer } = new Reports()
        .event(1000, "run_started")
        .effect(1010, "model", request)
        .event(1020, "response", { turn: 1, body });
      const names = Object.keys(tracer.named("chat m").attributes);
      expect(names.filter((name) => /usage|finish/.test(name))).toEqual([]);
    },
  );

  it("shows thinking, calls and pictures with the content", () => {
    const { tracer } = new Reports({ content: true })
      .event(1000, "run_started")
      .effect(1010, "model", request)
      .event(1020, "model_turn_completed")
      .event(1020, "thinking", { turn: 1, model: "m", text: "hm" })
      .event(1020, "assistant_tool_calls", {
        turn: 1,
        model: "m",
        calls: [{ id: "a", name: "find", arguments: { q: 1 } }],
      });
    const { attributes } = tracer.named("chat m");
    expect(JSON.parse(String(attributes["gen_ai.input.messages"]))).toEqual([
      { role: "system", parts: [{ type: "text", content: "be" }] },
      {
        role: "user",
        parts: [
          { type: "text", content: "see" },
          { type: "uri", modality: "image", uri: "data:x" },
        ],
      },
    ]);
    expect(JSON.parse(String(attributes["gen_ai.output.messages"]))).toEqual([
      {
        role: "assistant",
        parts: [
          { type: "reasoning", content: "hm" },
          { type: "tool_call", id: "a", name: "find", arguments: { q: 1 } },
        ],
        finish_reason: "tool_call",
      },
    ]);
  });

  it("shows what of its metadata was degraded", () => {
    const degraded = (content: boolean) =>
      new Reports({ content })
        .event(1000, "run_started")
        .effect(1010, "model", request)
        .event(1020, "model_metadata_degraded", { turn: 2, message: "why" })
        .tracer.named("chat m").events;
    const name = "model_metadata_degraded";
    expect(degraded(false)).toEqual([{ name, attributes: { "promptforge.turn": 2 } }]);
    expect(degraded(true)).toEqual([
      { name, attributes: { "promptforge.turn": 2, "promptforge.message": "why" } },
    ]);
  });
});

describe("what comes from a journal", () => {
  it("is marked, and what follows it is not", () => {
    const replayed = { replayed: true };
    const { tracer } = new Reports()
      .event(1000, "run_started", replayed)
      .event(1000, "section_started", replayed)
      .effect(1000, "tool", find, replayed)
      .event(1000, "tool_call_succeeded", replayed)
      .event(1000, "tool_result", { ...toolResult, ...replayed })
      .event(1000, "lua", { message: "x", ...replayed })
      .event(1001, "lua", { message: "y" })
      .effect(1002, "tool", find)
      .event(1003, "run_failed");
    const mark = (attributes: object) => "promptforge.replayed" in attributes;
    expect(tracer.spans.map(({ attributes }) => mark(attributes))).toEqual([true, true, true, false]);
    expect(tracer.named("section S").events.map(({ attributes }) => mark(attributes))).toEqual([true, false]);
  });
});

describe("a run's span", () => {
  it("begins in what is active as the run starts, or in the parent that was given", () => {
    const reports = new Reports();
    const { tracer } = reports;
    tracer.active = { span: tracer.startSpan("server") };
    reports.event(1000, "run_started");
    expect(tracer.named("invoke_agent S").parent).toBe(tracer.named("server"));

    const given = new Reports({ parent: { span: tracer.named("server") } as never });
    given.event(1000, "run_started");
    expect(given.tracer.named("invoke_agent S").parent).toBe(tracer.named("server"));
  });

  it("gives every span the attributes that were given", () => {
    const { tracer } = new Reports({ attributes: { "gen_ai.provider.name": "acme" } })
      .event(1000, "run_started")
      .event(1000, "section_started")
      .effect(1000, "model", request);
    expect(tracer.spans.map(({ attributes }) => attributes["gen_ai.provider.name"])).toEqual(
      Array(3).fill("acme"),
    );
  });

  it("is one for each run at a time", () => {
    const one = new Reports();
    const other = new Reports({}, { execution: "o", shared: one });
    one.event(1000, "run_started");
    other.event(1000, "run_started").event(1001, "section_started");
    one.event(1002, "section_started").effect(1003, "tool", find);
    other.effect(1003, "tool", find).event(1004, "run_failed");
    one
      .event(1005, "tool_call_succeeded")
      .event(1005, "tool_result", toolResult)
      .event(1006, "run_succeeded");
    expect(one.tracer.tree()).toEqual([
      "invoke_agent S",
      "  section S ~",
      "    execute_tool find",
      "invoke_agent S !run_failed",
      "  section S ~",
      "    execute_tool find ~",
    ]);
  });

  it("is ended when a run of the same name begins", () => {
    const { tracer } = new Reports()
      .event(1000, "run_started")
      .event(1001, "section_started")
      .event(1002, "run_started", { replayed: true })
      .event(1003, "run_succeeded");
    expect(tracer.tree()).toEqual(["invoke_agent S !_OTHER", "  section S ~", "invoke_agent S"]);
  });

  it("is nothing without its start, and nothing disturbs it (HOST-25)", () => {
    const { tracer } = new Reports()
      .event(999, "parse_started")
      .event(999, "section_started")
      .effect(999, "tool", find)
      .event(999, "run_failed")
      .event(1000, "run_started")
      .event(1001, "hasOwnProperty" as never)
      .event(1002, "section_started", {}, "0.7")
      .event(1003, "assistant_reply", reply)
      .event(1003, "section_finished")
      .event(1003, "tool_call_failed")
      .event(1004, "run_succeeded")
      .event(1005, "lua", { message: "x" });
    expect(tracer.tree()).toEqual(["invoke_agent S"]);
    expect(tracer.spans[0]!.events.map(({ name }) => name)).toEqual(["tool_call_failed"]);
  });
});
