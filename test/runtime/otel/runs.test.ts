import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sections } from "../../shipped/task-prompt.ts";
import { Workplace } from "../../shipped/workplace.ts";
import type { MemoryTracer } from "./memory-tracer.ts";
import { calls, type Given, LOOP, tracedRun } from "./traced-run.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

const traced = (sections: Sections, given?: Given) => tracedRun(workplace, sections, given);

describe("the spans of a run", () => {
  it("are one for the run, each section entry, round and tool call, within what has started them", async () => {
    const { tracer } = await traced(
      {
        "## Main": `${LOOP}fanout("### Arm", { 1, 2 }) call("### Called") models.loop(m) local t = tasks.spawn("### Task")
          return tasks.when_all({ t })[1].ok`,
        "### Arm": "return tools.call('find', {})",
        "### Called": "models.use('writer') return models.infer('x')",
        "### Task": "return 1",
      },
      { replies: ["called", calls("find"), "end"] },
    );
    expect(tracer.tree()).toEqual([
      "invoke_agent P",
      "  section Main",
      "    section Arm",
      "      execute_tool find",
      "    section Arm",
      "      execute_tool find",
      "    section Called",
      "      chat scripted",
      "    chat scripted",
      "    execute_tool find",
      "    chat scripted",
      "    section Task",
    ]);
    const ids = tracer.spans.map(({ attributes }) => attributes["promptforge.task"]);
    expect(ids.filter((id) => id !== "0")).toEqual(["0.0", "0.1", "0.0", "0.1", "0.3"]);
  });

  it("follow the walk through jumps, falls and the H1 pass", async () => {
    const { tracer } = await traced(
      {
        h1: 'models.infer(models.get("writer"), "x")',
        "## One": "jump('## Three')",
        "## Two": "return 2",
        "## Three": "",
        "## Four": "return call('## Two')",
      },
      { replies: ["h1"] },
    );
    expect(tracer.tree()).toEqual([
      "invoke_agent P",
      "  chat scripted",
      "  section One",
      "  section Three",
      "  section Four",
      "    section Two",
    ]);
  });

  it("have the attributes of the conventions, and no content", async () => {
    const secret = "s3cret";
    const replies = [calls("find"), "the s3cret end"];
    const sections = {
      "## Main":
        "models.use('writer', { temperature = 0.5, max_tokens = 9 }) tools.add('find') local m = messages.new():user('s3cret')" +
        " models.loop(m) log('s3cret') store.write('s3cret', 's3cret') user_input() var.x = 's3cret'" +
        " tasks.when_all({ tasks.spawn('### Kid', { input = 's3cret', item = 's3cret' }) })",
      "### Kid": "return 1",
    };
    const find = () => secret;
    const options = { userInput: () => ({ text: secret }) };
    const { tracer } = await traced(sections, { replies, find, options });
    expect(tracer.named("invoke_agent P").attributes).toEqual({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "P",
      "promptforge.execution": "e",
      "promptforge.section": "P",
      "promptforge.task": "0",
    });
    const [, last] = tracer.spans.filter(({ name }) => name === "chat scripted");
    expect(last!.start.kind).toBe(2);
    expect(last!.attributes).toEqual({
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "scripted",
      "gen_ai.request.stream": true,
      "gen_ai.request.temperature": 0.5,
      "gen_ai.request.max_tokens": 9,
      "gen_ai.response.model": "scripted",
      "gen_ai.response.finish_reasons": ["stop"],
      "promptforge.role": "writer",
      "promptforge.turn": 2,
      "promptforge.execution": "e",
      "promptforge.section": "Main",
      "promptforge.task": "0",
    });
    expect(tracer.named("execute_tool find").attributes).toEqual({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "find",
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": "id-0",
      "promptforge.tool": "acme/kit/find",
      "promptforge.execution": "e",
      "promptforge.section": "Main",
      "promptforge.task": "0",
    });
    const { events } = tracer.named("section Main");
    expect(events).toEqual([
      { name: "lua", attributes: {} },
      { name: "store_write_succeeded", attributes: {} },
      { name: "user_input_wait_started", attributes: {} },
      { name: "user_input", attributes: {} },
      {
        name: "task_started",
        attributes: {
          "promptforge.task": "0.0",
          "promptforge.target": "Kid",
          "promptforge.origin": "author",
        },
      },
      { name: "task_succeeded", attributes: { "promptforge.task": "0.0" } },
    ]);
    const recorded = (trace: MemoryTracer) =>
      JSON.stringify(trace.spans.map((span) => [span.attributes, span.events]));
    expect(recorded(tracer)).not.toContain(secret);

    const open = await traced(sections, { replies, find, options, content: true });
    const shown = open.tracer.spans.map((span) => JSON.stringify([span.attributes, span.events]));
    expect(shown.map((text) => text.split(secret).length - 1)).toEqual([0, 5, 1, 1, 3, 0]);
    const [, chat] = open.tracer.spans.filter(({ name }) => name === "chat scripted");
    const { "gen_ai.input.messages": input, "gen_ai.output.messages": output } = chat!.attributes;
    const text = (content: string) => [{ type: "text", content }];
    expect(JSON.parse(String(input))).toEqual([
      { role: "user", parts: text("s3cret") },
      {
        role: "assistant",
        parts: [...text(""), { type: "tool_call", id: "id-0", name: "find", arguments: { n: 0 } }],
      },
      {
        role: "tool",
        parts: [{ type: "tool_call_response", id: "id-0", response: expect.stringContaining(secret) }],
      },
    ]);
    expect(JSON.parse(String(output))).toEqual([
      { role: "assistant", parts: text("the s3cret end"), finish_reason: "stop" },
    ]);
    const { attributes } = open.tracer.named("execute_tool find");
    expect(attributes["gen_ai.tool.call.arguments"]).toBe('{"n":0}');
    expect(attributes["gen_ai.tool.call.result"]).toContain(secret);
  });
});
