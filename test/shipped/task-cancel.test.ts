import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EffectContext, Model, Prompt, RunEvent, RunOptions } from "../../runtime/index.ts";
import { load, taskEvents } from "./task-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;
let prompt: Prompt;

const SECTIONS = {
  h1: 'tasks.spawn("## Beside", { item = 1 })',
  "## Main": `
models.use("writer")
tools.add("find")
local kept = tasks.pending()
tasks.when_all(kept, { timeout = 0.001 })
fanout("### Arm", { 1, 2, 3 })
call("### Called")
tools.allow_tasks()
models.loop(messages.new():user("go"))
tools.call("find", {})
tasks.when_all({ tasks.spawn("### Called") }, { timeout = 1000 })
tasks.cancel(kept[1])
return "end"`,
  "### Arm": 'local t = tasks.spawn("### Called") store.write("f" .. item, "x") tasks.when_any({ t })',
  "### Called": "models.use('writer') store.exists(sys.id) return models.infer('x') .. user_input()",
  "## Beside": 'while true do store.exists("y") user_input() end',
};

beforeAll(async () => {
  workplace = await Workplace.make();
  const head = "models:\n  writer: {}\ncapabilities: [acme/kit]\ntools:\n  find: acme/kit/find\n";
  prompt = await load(workplace, SECTIONS, head);
}, 120_000);
afterAll(() => workplace?.remove());

/** What keeps the process alive and what was asked of the host and not answered. */
interface Watched {
  readonly options: RunOptions;
  /** The effects whose answers are still to come. */
  readonly open: Map<number, EffectContext>;
  asked: number;
}

/** A host that answers everything one turn of the event loop later, and calls `each` with the number of each effect. */
function host(each: (count: number) => void): Watched {
  const watched: Watched = { options: {}, open: new Map(), asked: 0 };
  let id = 0;
  const later = <Answer>(answer: Answer, context?: EffectContext): Promise<Answer> => {
    const key = id++;
    if (context !== undefined) watched.open.set(key, context);
    each(watched.asked++);
    return new Promise((resolve) =>
      setImmediate(() => {
        watched.open.delete(key);
        resolve(answer);
      }),
    );
  };
  const model: Model = {
    id: "m",
    context: 100_000,
    thinking: "never",
    complete: ({ messages, origin }, context) => {
      const isFirst = origin === "chat" && messages.length === 1;
      const call = { id: "c", name: "task", arguments: { target: "### Called" } };
      return later({ model: "m", result: isFirst ? { toolCalls: [call] } : { text: "said" } }, context);
    },
  };
  Object.assign(watched.options, {
    model,
    tools: {
      find: {
        description: "Finds",
        parameters: { type: "object" },
        call: (_: unknown, context: EffectContext) => later("found", context),
      },
    },
    store: {
      read: () => later(""),
      write: () => later(undefined),
      append: () => later(undefined),
      delete: () => later(undefined),
      exists: () => later(false),
      list: () => later([]),
    },
    userInput: (_: unknown, context: EffectContext) => later({ text: "typed" }, context),
  });
  return watched;
}

/** Every task that was started has ended once, and the run ends last. */
function expectClosed(events: readonly RunEvent[]): void {
  const tasks = taskEvents(events);
  const started = tasks.filter((line) => line.startsWith("task_started")).map((line) => line.split(" ")[1]);
  const ended = tasks.filter((line) => /^task_(succeeded|failed|cancelled|abandoned)/.test(line));
  expect(ended.map((line) => line.split(" ")[1]).sort()).toEqual(started.sort());
  expect(events[events.length - 1]!.kind).toMatch(/^run_(succeeded|failed)$/);
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  expect(count("lua_teardown_started")).toBe(count("lua_shared_load_started"));
}

const leftovers = () =>
  process.getActiveResourcesInfo().filter((name) => /Timeout|Immediate|MessagePort/.test(name)).length;

describe("a cancel", () => {
  it("at every effect closes every task once, and leaves no promise, timer or port behind (CAN-04, HOST-13, SCH-10)", async () => {
    const whole = host(() => {});
    const run = prompt.start("", whole.options);
    const events: RunEvent[] = [];
    for await (const event of run) events.push(event);
    expect(await run.outcome).toMatchObject({ text: "end" });
    expectClosed(events);
    const total = whole.asked;
    expect(total).toBeGreaterThan(40);
    for (let at = 0; at < total; at++) {
      for (const when of ["begun", "outstanding"]) {
        const before = leftovers();
        const abort = new AbortController();
        const watched = host((count) => {
          if (count !== at) return;
          if (when === "begun") abort.abort();
          else queueMicrotask(() => abort.abort());
        });
        const seen: RunEvent[] = [];
        const onEvent = (event: RunEvent) => seen.push(event);
        const { outcome } = prompt.start("", { ...watched.options, signal: abort.signal, onEvent });
        expect(await outcome).toEqual({ status: "cancelled" });
        expectClosed(seen);
        for (const { signal } of watched.open.values()) expect(signal!.aborted).toBe(true);
        await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
        expect(watched.open.size).toBe(0);
        expect(leftovers()).toBeLessThanOrEqual(before);
      }
    }
  }, 120_000);
});
