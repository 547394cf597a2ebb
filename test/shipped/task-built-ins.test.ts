import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ScriptedReply, scripted } from "../../runtime/adapters/scripted.ts";
import type { RunEvent, RunOptions } from "../../runtime/index.ts";
import { load, type Sections } from "./task-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

const ROLE = "models:\n  writer: {}\n";
const LOOP = "models.use('writer') local m = messages.new():user('go') ";
const call = (name: string, given: { [key: string]: unknown } = {}): ScriptedReply => ({
  toolCalls: [{ name, arguments: given }],
});

async function observe(sections: Sections, replies: readonly ScriptedReply[], options: RunOptions = {}) {
  const prompt = await load(workplace, sections, ROLE);
  const model = scripted(replies);
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent) => events.push(event);
  const text = await prompt.run("", { model, seed: 1, execution: "e", startedAt: 0, onEvent, ...options });
  const notices = events.flatMap((event) => (event.kind === "task_notice" ? [event.text] : []));
  return { text, events, notices, requests: model.requests };
}

describe("the built-ins for tasks", () => {
  it("are offered after all other tools, in their order, with their schemas (MTK-2, MTK-4)", async () => {
    const lua = `${LOOP}tools.add_local('mine', 'Does', {}, function() end)
      tools.allow_tasks({ ' ### Kid ', '### Ünder' }) models.loop(m)`;
    const { requests } = await observe({ "## Main": lua, "### Kid": "", "### Ünder": "" }, ["bye"]);
    const { tools } = requests[0]!;
    expect(tools.map(({ name }) => name)).toEqual([
      "mine",
      "task",
      "task_cancel",
      "task_status",
      "await_tasks",
      "task_events",
    ]);
    expect(tools[1]!.description).toContain("`target` must be one of: ### Kid, ### Ünder");
    const shapes = tools.slice(1).map(({ parameters }) => {
      const { type, properties, required } = parameters as never as {
        type: string;
        properties: { [name: string]: { type: string } };
        required: string[];
      };
      return [type, Object.entries(properties).map(([name, schema]) => `${name}: ${schema.type}`), required];
    });
    expect(shapes).toEqual([
      ["object", ["target: string", "input: string"], ["target"]],
      ["object", ["id: string"], ["id"]],
      ["object", ["id: string"], ["id"]],
      ["object", ["timeout: number"], []],
      ["object", ["id: string", "last: integer"], ["id"]],
    ]);
  });

  it("say that any section will do when none is named (MTK-4)", async () => {
    const { requests } = await observe({ "## Main": `${LOOP}tools.allow_tasks() models.loop(m)` }, ["bye"]);
    expect(requests[0]!.tools[0]!.description).toContain(
      "`target` must be any section of this prompt, named by its heading (for example `## Research`).",
    );
  });

  it("report a start, then the call, then what the model reads (EVT-16, MTK-5)", async () => {
    const { events } = await observe(
      { "## Main": `${LOOP}tools.allow_tasks() models.loop(m)`, "### Kid": "return 'k'" },
      [call("task", { target: "### Kid", input: "in" }), call("task_status", { id: "nope" }), "bye"],
    );
    const shown = events.flatMap((event) => {
      if (event.kind === "task_started") return [`started ${event.task} ${event.origin} ${event.input}`];
      if (event.kind === "tool_result")
        return [`${event.alias} ${event.turn} ${event.trusted} ${event.content}`];
      return event.kind.startsWith("tool_call") ? [event.kind] : [];
    });
    expect(shown).toEqual([
      "started 0.0 model in",
      "tool_call_succeeded",
      "task 1 true Task id=0.0 started",
      "tool_call_failed",
      "task_status 2 true task_status: `nope` is not a task id; use the id `task` returned",
    ]);
  });

  it("show a history as untrusted text, the lines of the host's log (MTK-23, HOST-22)", async () => {
    const lua = `${LOOP}tools.allow_tasks() models.loop(m) return m[5].content`;
    const { text, events } = await observe({ "## Main": lua, "### Kid": "log('<b>') return 'k'" }, [
      call("task", { target: "### Kid" }),
      call("task_events", { id: "0.0", last: 3 }),
      "bye",
    ]);
    const own = events.filter(({ provenance }) => provenance.task === "0.0" && provenance.seq > 3);
    const [, , ...lines] = text.split("\n");
    expect(lines.slice(0, -1).map((line) => line.replaceAll("&lt;", "<"))).toEqual(
      own.map((event) => JSON.stringify(event)),
    );
    const result = events.find((event) => event.kind === "tool_result" && event.alias === "task_events");
    expect(result).toMatchObject({ trusted: false, content: text });
  });

  it("give notices of failures, of the author's cancels and of what was abandoned (MTK-40)", async () => {
    const lua = `${LOOP}tools.allow_tasks() models.loop(m) tasks.cancel('0.1')`;
    const { notices } = await observe(
      {
        "## Main": lua,
        "### Bad": "error('é', 0)",
        "### Stay": "user_input() return ''",
      },
      [
        call("task", { target: "### Bad" }),
        call("task", { target: "### Stay" }),
        call("task", { target: "### Stay" }),
        call("task", { target: "### Stay" }),
        call("task_cancel", { id: "0.3" }),
        "bye",
      ],
      { userInput: () => new Promise(() => {}) },
    );
    expect(notices[0]).toMatch(/^Task id=0\.0 \(## Bad\) failed: section `Bad` prologue:\d+: é$/);
    expect(notices.slice(1)).toEqual([
      "Task id=0.1 (## Stay) was canceled: the author cancelled it",
      "Task id=0.2 (## Stay) was abandoned: the section ended",
    ]);
  });

  it("wait no longer than the host's timer says, and tell what is still running (MTK-31)", async () => {
    const lua = `${LOOP}tools.allow_tasks() models.loop(m) return m[5].content .. '|' .. m[7].content .. '|' .. tasks.status('0.0').state`;
    const { text } = await observe(
      { "## Main": lua, "### Stay": "user_input() return ''" },
      [
        call("task", { target: "### Stay" }),
        call("await_tasks", { timeout: 1.5 }),
        call("await_tasks", { timeout: "x" }),
        "bye",
      ],
      { userInput: () => new Promise(() => {}), timer: () => {} },
    );
    expect(text).toBe(
      "timed out; tasks 0.0 still running|await_tasks: `timeout` must be a non-negative number of seconds when given|running",
    );
  });
});
