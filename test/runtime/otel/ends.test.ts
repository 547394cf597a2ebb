import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunOptions } from "../../../runtime/index.ts";
import { openTelemetry } from "../../../runtime/otel/index.ts";
import { load, type Sections } from "../../shipped/task-prompt.ts";
import { Workplace } from "../../shipped/workplace.ts";
import { MemoryTracer } from "./memory-tracer.ts";
import { calls, type Given, HEAD, hostOptions, LOOP, tracedRun } from "./traced-run.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

/** The trace of a run. */
async function treeOf(sections: Sections, given?: Given): Promise<string[]> {
  return (await tracedRun(workplace, sections, given)).tracer.tree();
}

const never = () => new Promise<never>(() => undefined);
const throws = () => {
  throw new Error("s3cret");
};

describe("what has failed", () => {
  it("is an error, with the sections and the run that it ends", async () => {
    const { tracer } = await tracedRun(
      workplace,
      { "## Main": "call('## Kid')", "## Kid": "models.use('writer') models.infer('x')" },
      { replies: [{ error: { kind: "config", message: "s3cret" } }], content: true },
    );
    expect(tracer.tree()).toEqual([
      "invoke_agent P !run_failed",
      "  section Main !lua_chunk_failed",
      "    section Kid !lua_chunk_failed",
      "      chat scripted !model_turn_failed",
    ]);
    expect(JSON.stringify(tracer.spans.map(({ attributes, events }) => [attributes, events]))).not.toContain(
      "s3cret",
    );
  });

  it("is not its caller that catches it", async () => {
    const lua = `${LOOP}pcall(tools.call, 'find', {}) models.loop(m) pcall(call, '## Kid') return 1`;
    expect(
      await treeOf(
        { "## Main": lua, "## Kid": "error('x')" },
        { replies: [calls("find"), "end"], find: throws },
      ),
    ).toEqual([
      "invoke_agent P",
      "  section Main",
      "    execute_tool find !tool_call_failed",
      "    chat scripted",
      "    execute_tool find !tool_call_failed",
      "    chat scripted",
      "    section Kid !lua_chunk_failed",
    ]);
  });

  it("may be the shared library, or what follows the blocks", async () => {
    expect(await treeOf({ shared: "error('x')", "## Main": "" })).toEqual([
      "invoke_agent P !run_failed",
      "  section Main !lua_shared_load_failed",
    ]);
    expect(await treeOf({ "## Main": "pcall(call, '## Kid') return 1", "## Kid": "var = 1" })).toEqual([
      "invoke_agent P",
      "  section Main",
      "    section Kid !_OTHER",
    ]);
  });

  it("may be a list that cannot be sent, which asks nothing, or a reply that is blank, which is answered", async () => {
    const bad = "pcall(models.loop, messages.new():user('x'):append({ role = 'system', content = 'x' })) ";
    const { tracer } = await tracedRun(
      workplace,
      { "## Main": `${LOOP}${bad} pcall(models.infer, 'x') pcall(models.loop, m) log('on') return 1` },
      { replies: [" ", " "] },
    );
    expect(tracer.tree()).toEqual([
      "invoke_agent P",
      "  section Main",
      "    chat scripted",
      "    chat scripted",
    ]);
    expect(tracer.named("section Main").events.map(({ name }) => name)).toEqual(["model_turn_failed", "lua"]);
  });
});

describe("what was stopped", () => {
  const hedge = `models.use('writer') local set = { tasks.spawn('### Fast'), tasks.spawn('### Slow') }
    local first = tasks.when_any(set) tasks.cancel(set[2]) return 1`;

  it("is marked, and is no error", async () => {
    const slow = "models.use('writer') return models.infer('x')";
    const { tracer } = await tracedRun(
      workplace,
      { "## Main": hedge, "### Fast": "return tools.call('find')", "### Slow": slow },
      {
        find: async () => "found",
        options: { model: { id: "m", context: 9, thinking: "never", complete: never } },
      },
    );
    expect(tracer.tree()).toEqual([
      "invoke_agent P",
      "  section Main",
      "    section Fast",
      "      execute_tool find",
      "    section Slow ~",
      "      chat m ~",
    ]);
    expect(tracer.named("section Main").events.map(({ name }) => name)).toEqual([
      "task_started",
      "task_started",
      "task_succeeded",
      "task_cancelled",
    ]);
  });

  it("is what a task asks for in the turn in which it is stopped", async () => {
    const lua = `local set = { tasks.spawn('### Fast'), tasks.spawn('### Slow') }
      tasks.when_any(set) tasks.cancel(set[2]) tools.call('find') return 1`;
    expect(
      await treeOf({ "## Main": lua, "### Fast": "return 1", "### Slow": "return tools.call('find')" }),
    ).toEqual([
      "invoke_agent P",
      "  section Main",
      "    section Fast",
      "    section Slow ~",
      "    execute_tool find",
      "  execute_tool find ~",
    ]);
  });

  it("are the arms beside one that fails", async () => {
    const arm = "if item == 2 then error('x') end tools.call('find')";
    const lua = "pcall(fanout, '### Arm', { 1, 2 }) return 1";
    expect(await treeOf({ "## Main": lua, "### Arm": arm }, { find: never })).toEqual([
      "invoke_agent P",
      "  section Main",
      "    section Arm ~",
      "    section Arm !lua_chunk_failed",
    ]);
  });

  it("is what the host drops", async () => {
    workplace.write("dropped.mjs", 'export { EffectDropped as default } from "promptforge-runtime";');
    const Dropped = await workplace.load<new () => Error>("dropped.mjs");
    const dropped = () => {
      throw new Dropped();
    };
    expect(
      await treeOf({ "## Main": "pcall(tools.call, 'find') log('x') return 1" }, { find: dropped }),
    ).toEqual(["invoke_agent P", "  section Main", "    execute_tool find ~"]);
  });

  it("is everything that a run has open as it is cancelled, wherever that is", async () => {
    const sections = {
      shared: "function f() return 1 end",
      h1: "log('h1')",
      "## Main": `${LOOP}tools.add_local('mine', 'Does', {}, function() call('### Kid') return tools.call('find') end)
        tools.allow_tasks() local t = tasks.spawn('### Kid') fanout('### Kid', { 1, 2, 3 }) models.loop(m)
        user_input() tasks.when_all({ t }) return 1`,
      "### Kid":
        "store.write('f' .. sys.id, 'x') tools.call('find') models.use('writer') return models.infer('x')",
    };
    const prompt = await load(workplace, sections, HEAD);
    const task = { toolCalls: [{ id: "t", name: "task", arguments: { target: "### Kid" } }] };
    const replies = (request: { readonly origin: string; readonly messages: readonly unknown[] }) =>
      request.origin === "infer" || request.messages.length > 5
        ? "text"
        : request.messages.length > 2
          ? task
          : calls("mine", "find");
    const options = (): RunOptions =>
      hostOptions({ replies, find: async () => "found", options: { userInput: () => ({ text: "yes" }) } });
    const statuses = new Set<string>();
    let reported = 1;
    for (let at = 0; at < reported; at++) {
      const tracer = new MemoryTracer();
      const telemetry = openTelemetry(tracer, tracer.options);
      const controller = new AbortController();
      const failed: unknown[] = [];
      let count = 0;
      const report = () => {
        if (count++ === at) controller.abort();
      };
      const outcome = await prompt.start("", {
        ...options(),
        signal: controller.signal,
        onObserverError: (error) => failed.push(error),
        onEvent: (event) => [telemetry.onEvent(event), report()],
        onEffect: (effect) => [telemetry.onEffect(effect), report()],
      }).outcome;
      statuses.add(outcome.status);
      reported = Math.max(reported, count);
      expect({ at, failed }).toEqual({ at, failed: [] });
      expect({ at, open: tracer.spans.filter(({ endedAt }) => endedAt === undefined) }).toEqual({
        at,
        open: [],
      });
      const [root] = tracer.spans;
      expect(root!.status).toBe(outcome.status === "completed" ? 0 : 2);
      if (outcome.status === "cancelled") {
        const errors = tracer.tree().filter((line) => line.includes("!"));
        expect({ at, errors }).toEqual({ at, errors: ["invoke_agent P !run_failed"] });
      }
    }
    expect(reported).toBeGreaterThan(100);
    expect([...statuses].sort()).toEqual(["cancelled", "completed"]);
  });
});
