import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scripted } from "../../runtime/adapters/scripted.ts";
import type { EffectContext, RunEvent, RunOptions } from "../../runtime/index.ts";
import { byTask, load, type Sections, taskEvents } from "./task-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

const ROLE = "models:\n  writer: {}\n";

async function observe(sections: Sections, options: RunOptions = {}, head = "") {
  const prompt = await load(workplace, sections, head);
  const events: RunEvent[] = [];
  const run = prompt.start("the input", { execution: "e", seed: 1, startedAt: 0, ...options });
  for await (const event of run) events.push(event);
  const outcome = await run.outcome;
  const text = outcome.status === "completed" ? outcome.text : undefined;
  const error =
    outcome.status === "failed" ? { kind: outcome.error.kind, message: outcome.error.message } : undefined;
  return { events, text, error, status: outcome.status, tasks: taskEvents(events) };
}

/** An input that is answered when the test says so. */
function doors(): { options: RunOptions; open: { answer: () => void; context: EffectContext }[] } {
  const open: { answer: () => void; context: EffectContext }[] = [];
  const userInput = (_: unknown, context: EffectContext) =>
    new Promise<{ text: string }>((resolve) => {
      open.push({ answer: () => resolve({ text: context.provenance.task }), context });
    });
  return { options: { userInput }, open };
}

describe("the events of tasks", () => {
  it("are numbered per task; the start counts with the owner, under its section (EVT-6, EVT-7, EVT-12)", async () => {
    const { events } = await observe({
      "## Main":
        "var.a = { 1.5, 'é' } tasks.when_any({ tasks.spawn('### Kid', { input = 'i', item = { k = 2 }, index = 3 }) })",
      "### Kid": "return 'x'",
    });
    const tasks = byTask(events);
    expect(tasks["0"]!.slice(5, 8)).toEqual([
      '5 task_started Main {"task":"0.0","target":"Kid","origin":"author","input":"i","item":{"k":2},"index":3,"var":{"a":[1.5,"é"]}}',
      "6 lua_chunk_succeeded Main {}",
      "7 lua_teardown_started Main {}",
    ]);
    expect(tasks["0.0"]).toEqual([
      "0 section_started Kid {}",
      "1 lua_shared_load_started Kid {}",
      "2 lua_shared_load_succeeded Kid {}",
      "3 lua_chunk_started Kid {}",
      "4 lua_chunk_succeeded Kid {}",
      "5 lua_teardown_started Kid {}",
      "6 lua_teardown_succeeded Kid {}",
      "7 section_finished Kid {}",
      '8 task_succeeded Kid {"task":"0.0"}',
    ]);
  });

  it("are frozen through and through, and each a copy (HOST-20)", async () => {
    const { events } = await observe({
      "## Main": "var.a = { b = {} } fanout('### Kid', { { c = { 1 } } })",
      "### Kid": "",
    });
    const { item, var: variables } = events.find((event) => event.kind === "task_started") as never as {
      item: { c: number[] };
      var: { a: { b: object } };
    };
    for (const data of [item, item.c, variables, variables.a, variables.a.b])
      expect(Object.isFrozen(data)).toBe(true);
  });

  it("of a stopped task: what it owns first, its teardown, then its end; nothing of a task that never ran but that (SCH-14, EVT-17)", async () => {
    const { events } = await observe(
      {
        "## Main":
          "local t = tasks.spawn('### Kid') tasks.spawn('### Later') store.exists('x') tasks.cancel(t) for _, p in ipairs(tasks.pending()) do tasks.cancel(p) end",
        "### Kid":
          "tasks.spawn('### Later') local x <close> = setmetatable({}, { __close = function() log('closed') end }) call('### Deep')",
        "### Deep": "tasks.spawn('### Later') pcall(user_input) log('handler')",
        "### Later": "user_input() user_input()",
      },
      { userInput: () => new Promise(() => {}) },
    );
    const cancel = events.findIndex(
      ({ kind, provenance }) => kind === "lua_teardown_started" && provenance.task.startsWith("0.0"),
    );
    const ends = events
      .slice(cancel)
      .map(({ kind, section, provenance }) => `${provenance.task} ${kind} ${section}`);
    expect(ends.slice(0, 10)).toEqual([
      "0.0.1.0 lua_teardown_started Later",
      "0.0.1.0 lua_teardown_succeeded Later",
      "0.0.1.0 task_abandoned Later",
      "0.0 lua_teardown_started Deep",
      "0.0 lua_teardown_succeeded Deep",
      "0.0.0 lua_teardown_started Later",
      "0.0.0 lua_teardown_succeeded Later",
      "0.0.0 task_abandoned Later",
      "0.0 lua_teardown_started Kid",
      "0.0 lua_teardown_succeeded Kid",
    ]);
    expect(ends[10]).toBe("0.0 task_cancelled Kid");
    expect(events.filter(({ kind }) => kind === "lua")).toEqual([]);
  });

  it("name why a task was abandoned (TSK-50 to TSK-54)", async () => {
    const stay = { "### Stay": "user_input()", "### Nest": "tasks.spawn('### Stay') user_input()" };
    const options = { userInput: () => new Promise<never>(() => {}) };
    const leaked = await observe(
      { "## Main": "tasks.spawn('### Nest') store.exists('x')", ...stay },
      options,
    );
    expect(leaked.tasks.slice(-2)).toEqual([
      "task_abandoned 0.0.0 owner_aborted",
      "task_abandoned 0.0 owner_returned",
    ]);
    expect(leaked.error!.message).toBe(
      "chain ended with author tasks still live: 0.0; wait on or cancel every task a chain spawns before it ends",
    );
    const failed = await observe({ "## Main": "tasks.spawn('### Stay') error('mine')", ...stay }, options);
    expect(failed.tasks.slice(-1)).toEqual(["task_abandoned 0.0 owner_failed"]);
    expect(failed.error!.message).toMatch(/mine$/);
    const model = scripted([{ toolCalls: [{ name: "task", arguments: { target: "### Stay" } }] }]);
    const exhausted = await observe(
      {
        "## Main": "models.use('writer') tools.allow_tasks() models.loop(messages.new():user('x'))",
        ...stay,
      },
      { ...options, model, limits: { maxToolIterations: 1 } },
      ROLE,
    );
    expect(exhausted.error!.kind).toBe("Tool");
    expect(exhausted.tasks.slice(-2)).toEqual(["task_abandoned 0.0 tool_loop_exhausted", "task_notice 0.0"]);
    const called = await observe(
      {
        "## Main": "local ok, e = pcall(call, '### Leaky') return e.kind .. ' ' .. e.tasks",
        "### Leaky": "tasks.spawn('### Stay') return ''",
        ...stay,
      },
      options,
    );
    expect(called.text).toBe("tasks_live 0.0.0");
  });

  it("of a run that a conflict of claims ends (SCH-9, STO-84)", async () => {
    const { error, tasks, events } = await observe(
      {
        "## Main": "pcall(function() tasks.spawn('### Nest') fanout('### W', { 1, 2 }) end) return 'caught'",
        "### W": "store.write('same', 'x')",
        "### Nest": "tasks.spawn('### Stay') user_input()",
        "### Stay": "user_input()",
      },
      { userInput: () => new Promise<never>(() => {}) },
    );
    expect(error).toEqual({
      kind: "Determinism",
      message:
        "store determinism violation: write on /_promptforge/store/same by ExecId(0.2) conflicts with a write claim by ExecId(0.1)",
    });
    expect(tasks.slice(-4)).toEqual([
      "task_abandoned 0.0.0 owner_aborted",
      "task_abandoned 0.0 run_terminated",
      "task_abandoned 0.1 run_terminated",
      "task_abandoned 0.2 run_terminated",
    ]);
    expect(events[events.length - 1]!.kind).toBe("run_failed");
  });
});

describe("fanout", () => {
  it("has as many arms at work as the cap says, and starts the next as one ends (FAN-11)", async () => {
    const { options, open } = doors();
    const prompt = await load(workplace, {
      "## Main": "return table.concat(fanout('### W', { 1, 2, 3, 4 }), ' ')",
      "### W": "return user_input() .. '/' .. item",
    });
    const run = prompt.start("", { ...options, limits: { maxFanoutConcurrency: 2 } });
    const asked = () => open.map(({ context }) => context.provenance.task);
    const turns = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(asked()).toEqual(["0.0", "0.1"]);
    open[1]!.answer();
    await turns();
    expect(asked()).toEqual(["0.0", "0.1", "0.2"]);
    open[2]!.answer();
    open[0]!.answer();
    await turns();
    expect(asked()).toEqual(["0.0", "0.1", "0.2", "0.3"]);
    open[3]!.answer();
    expect(await run.result).toBe("0.0/1 0.1/2 0.2/3 0.3/4");
  });

  it("fails with the first failure in start order, and tells the host that the others are not wanted (FAN-24, FAN-26)", async () => {
    const { options, open } = doors();
    const prompt = await load(workplace, {
      "## Main":
        "local ok, e = pcall(fanout, '### W', { 1, 2, 3 }) return e.message .. tasks.status('0.2').state",
      "### W": "user_input() error('boom ' .. item)",
    });
    const run = prompt.start("", options);
    for (const door of [open[1]!, open[0]!]) door.answer();
    expect(await run.result).toMatch(/boom 1cancelled$/);
    expect(open.map(({ context }) => context.signal!.aborted)).toEqual([false, false, true]);
    const late = open[2]!;
    late.answer();
    expect(taskEvents(await events(run))).toEqual(
      expect.arrayContaining(["task_failed 0.0", "task_failed 0.1", "task_cancelled 0.2"]),
    );
  });

  it("runs no arms when the run was cancelled before (CAN-04)", async () => {
    const abort = new AbortController();
    const prompt = await load(workplace, { "## Main": "log('x') fanout('### W', { 1 })", "### W": "" });
    const onEvent = ({ kind }: { kind: string }) => {
      if (kind === "lua") abort.abort();
    };
    const run = prompt.start("", { signal: abort.signal, onEvent });
    expect(await run.outcome).toEqual({ status: "cancelled" });
    expect(taskEvents(await events(run)).filter((line) => line.includes("succeeded"))).toEqual([]);
  });
});

async function events(run: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const seen: RunEvent[] = [];
  for await (const event of run) seen.push(event);
  return seen;
}

describe("timed waits", () => {
  const sections = {
    "## Main":
      "local t = tasks.spawn('### W') local h = tasks.when_any({ t }, { timeout = 5 }) if not h then tasks.cancel(t) end return tostring(h and h.task)",
    "### W": "return user_input()",
  };

  it("ask the host's timer, as an effect of the owner (EVT-7, VOC-6)", async () => {
    const asked: unknown[] = [];
    const { text, events } = await observe(sections, {
      timer: (seconds, { provenance, section }) => {
        asked.push([seconds, provenance, section]);
      },
      userInput: () => new Promise<never>(() => {}),
    });
    expect(text).toBe("nil");
    expect(asked).toEqual([[5, { task: "0", seq: 6 }, "Main"]]);
    expect(
      events.filter(({ provenance }) => provenance.task === "0").map(({ provenance }) => provenance.seq),
    ).toEqual([0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11]);
  });

  it("lose against a member that ends in the same batch (SCH-7)", async () => {
    expect((await observe(sections, { timer: () => {}, userInput: () => ({ text: "x" }) })).text).toBe("0.0");
  });

  it("let go of the host's timer when a member wins (TSK-27)", async () => {
    let signal: AbortSignal | undefined;
    const { text } = await observe(sections, {
      timer: (_seconds, context) => {
        signal = context.signal;
        return new Promise(() => {});
      },
      userInput: async () => ({ text: "x" }),
    });
    expect([text, signal!.aborted]).toEqual(["0.0", true]);
  });

  it("fire in the order of their deadlines, then of their issue (SCH-7)", async () => {
    const fire: (() => void)[] = [];
    const prompt = await load(workplace, {
      "## Main":
        "local a = {} for i, s in ipairs({ 3, 1, 2, 1 }) do a[i] = tasks.spawn('### W', { item = s, index = i }) end tasks.when_all(a)",
      "### W":
        "local t = tasks.spawn('### Stay') tasks.when_any({ t }, { timeout = item }) tasks.cancel(t) log(item .. '#' .. sys.index) return ''",
      "### Stay": "user_input()",
    });
    const logs: string[] = [];
    const run = prompt.start("", {
      userInput: () => new Promise(() => {}),
      timer: () => new Promise((resolve) => fire.push(resolve)),
      onEvent: (event) => {
        if (event.kind === "lua") logs.push(event.message);
      },
    });
    for (const now of fire.reverse()) now();
    await run.outcome;
    expect(logs).toEqual(["1#2", "1#4", "2#3", "3#1"]);
  });

  it("fail with what the host's timer throws, and need one where the platform has none", async () => {
    const timer = () => {
      throw new Error("no clock");
    };
    expect((await observe(sections, { timer, userInput: () => new Promise<never>(() => {}) })).error).toEqual(
      {
        kind: "Internal",
        message: "timer failed: no clock",
      },
    );
  });
});

describe("a host's failure", () => {
  it("inside a task is the task's, and its cause is kept", async () => {
    const cause = new Error("gone");
    const { text } = await observe(
      {
        "## Main":
          "local _, ok, e = tasks.when_any({ tasks.spawn('### W') }) return tostring(ok) .. e.kind .. e.message",
        "### W": "user_input()",
      },
      { userInput: () => Promise.reject(cause) },
    );
    expect(text).toBe("falseinternaluser input request was not answered: gone");
    const uncaught = await load(workplace, { "## Main": "fanout('### W', { 1 })", "### W": "user_input()" });
    expect(await uncaught.start("", { userInput: () => Promise.reject(cause) }).outcome).toMatchObject({
      error: { kind: "Input", cause, section: "W" },
    });
  });
});
