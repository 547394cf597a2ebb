import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelRequest } from "../../../runtime/index.ts";
import { Workplace } from "../../shipped/workplace.ts";
import { calls, LOOP, tracedRun } from "./traced-run.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

const MINE = "tools.add_local('mine', 'Does', {}, function(given)";

/** The names, ids and errors of the tool calls of a run of one section, in the order in which they end. */
async function toolCalls(lua: string, replies: Parameters<typeof tracedRun>[2], kid = "return 'k'") {
  const { tracer } = await tracedRun(workplace, { "## Main": lua, "### Kid": kid }, replies);
  const tools = tracer.spans.filter(({ name }) => name.startsWith("execute_tool"));
  return tools.map(({ attributes, parent }) =>
    [
      attributes["gen_ai.tool.name"],
      attributes["gen_ai.tool.call.id"] ?? "script",
      ...(attributes["error.type"] === undefined ? [] : [attributes["error.type"]]),
      `in ${parent!.name}`,
    ].join(" "),
  );
}

describe("a tool that is no effect", () => {
  it("has a span when a model calls it, beside bound ones in the same reply", async () => {
    const lua = `${LOOP}${MINE} return tools.call('find') end) tools.allow_tasks() models.loop(m) return 1`;
    expect(await toolCalls(lua, { replies: [calls("find", "mine", "task_status", "find"), "end"] })).toEqual([
      "find id-0 in section Main",
      "find script in section Main",
      "mine id-1 in section Main",
      "task_status id-2 in section Main",
      "find id-3 in section Main",
    ]);
  });

  it("has one when a script calls it", async () => {
    expect(await toolCalls(`${MINE} return 1 end) tools.call('mine') return 1`, {})).toEqual([
      "mine script in section Main",
    ]);
  });

  it("has failed when it ends its loop, and those after it in the reply have none", async () => {
    const lua = `${LOOP}${MINE} error('x') end) pcall(models.loop, m) return 1`;
    expect(await toolCalls(lua, { replies: [calls("find", "mine", "find")] })).toEqual([
      "find id-0 in section Main",
      "mine id-1 tool_call_failed in section Main",
    ]);
  });

  it("has not failed when one that it calls has, and it goes on", async () => {
    const lua = `${LOOP}${MINE} pcall(tools.call, 'other') return 1 end)
      tools.add_local('other', 'Fails', {}, function() error('x') end) models.loop(m) return 1`;
    expect(await toolCalls(lua, { replies: [calls("mine"), "end"] })).toEqual(["mine id-0 in section Main"]);
  });

  it("may run a loop of its own, with the same ids", async () => {
    const lua = `${LOOP}${MINE} local inner = messages.new():user('inner') models.loop(inner) return 'x' end)
      models.loop(m) return 1`;
    const isFirst = ({ messages }: ModelRequest) => messages.length === 1;
    const isInner = ({ messages }: ModelRequest) => messages[0]!.content === "inner";
    const replies = (request: ModelRequest) =>
      isFirst(request) ? calls(isInner(request) ? "find" : "mine", "find") : "end";
    expect(await toolCalls(lua, { replies })).toEqual([
      "find id-0 in section Main",
      "find id-1 in section Main",
      "mine id-0 in section Main",
      "find id-1 in section Main",
    ]);
  });

  it("belongs to the section whose model has called it, whatever that calls", async () => {
    const lua = `${LOOP}${MINE} return call('### Kid') end) models.loop(m) return 1`;
    const { tracer } = await tracedRun(
      workplace,
      { "## Main": lua, "### Kid": `${LOOP}${MINE} error('y') end) models.loop(m)` },
      { replies: [calls("mine"), calls("mine")] },
    );
    expect(tracer.tree()).toEqual([
      "invoke_agent P !run_failed",
      "  section Main !lua_chunk_failed",
      "    chat scripted",
      "    section Kid !lua_chunk_failed",
      "      chat scripted",
      "      execute_tool mine !tool_call_failed",
      "    execute_tool mine !tool_call_failed",
    ]);
  });

  it("has none when the model may not call it (TOOL-62)", async () => {
    const lua = `${LOOP}pcall(models.loop, m) tools.call('find') return 1`;
    expect(await toolCalls(lua, { replies: [calls("other", "find")] })).toEqual([
      "find script in section Main",
    ]);
  });
});

describe("the tasks of a model", () => {
  it("lie in the section whose model has started them, with their notices", async () => {
    const lua = `${LOOP}tools.allow_tasks() models.loop(m) return 1`;
    const start = { toolCalls: [{ id: "t", name: "task", arguments: { target: "### Kid" } }] };
    const wait = { toolCalls: [{ id: "w", name: "await_tasks" }] };
    const { tracer } = await tracedRun(
      workplace,
      { "## Main": lua, "### Kid": "return tools.call('find')" },
      { replies: [start, wait, "end"], find: () => "s3cret" },
    );
    expect(tracer.tree()).toEqual([
      "invoke_agent P",
      "  section Main",
      "    chat scripted",
      "    execute_tool task",
      "    section Kid",
      "      execute_tool find",
      "    chat scripted",
      "    execute_tool await_tasks",
      "    chat scripted",
    ]);
    const events = tracer.spans.flatMap((span) => span.events.map(({ name }) => `${span.name}: ${name}`));
    expect(events).toEqual([
      "section Main: task_started",
      "section Main: task_succeeded",
      "section Main: task_notice",
    ]);
    expect(JSON.stringify(tracer.spans.map((span) => [span.attributes, span.events]))).not.toContain(
      "s3cret",
    );
  });

  it("may end while the model that has started them answers", async () => {
    const lua = `${LOOP}tools.allow_tasks() models.loop(m) return 1`;
    const start = { toolCalls: [{ id: "t", name: "task", arguments: { target: "### Kid" } }] };
    const late = () => new Promise<string>((resolve) => setImmediate(resolve, "late"));
    const { tracer } = await tracedRun(
      workplace,
      { "## Main": lua, "### Kid": "return tools.call('find')" },
      {
        find: late,
        options: {
          model: {
            id: "m",
            context: 99999,
            thinking: "never",
            complete: async ({ messages }) => {
              if (messages.length === 1)
                return { result: { toolCalls: start.toolCalls }, model: "m", finishReason: "tool_calls" };
              for (let turn = 0; turn < 5; turn++) await late();
              return { result: { text: "end" }, model: "m", finishReason: "stop" };
            },
          },
        },
      },
    );
    expect(tracer.tree().filter((line) => line.includes("chat"))).toEqual(["    chat m", "    chat m"]);
    const [, second] = tracer.spans.filter(({ name }) => name === "chat m");
    expect(second!.events.map(({ name }) => name)).toEqual(["task_notice"]);
    expect(second!.attributes["gen_ai.response.model"]).toBe("m");
  });
});
