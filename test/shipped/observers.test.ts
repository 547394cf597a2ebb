import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Prompt, PromptRun, RunEvent, RunOptions } from "../../runtime/index.ts";
import { scriptedHost } from "../../runtime/testing/index.ts";
import { load } from "./task-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;
let prompt: Prompt;

const SECTIONS = {
  "## Main": `
models.use("writer")
tools.add("find")
store.write("a", "1")
local beside = tasks.spawn("### Beside")
fanout("### Arm", { 1, 2 })
call("### Called")
local list = messages.new():user("go")
models.loop(list)
local entry = tasks.when_all({ beside }, { timeout = 1000 })
log("done")
return store.read("a") .. user_input()`,
  "### Arm": 'store.append("f" .. item, "x") return tools.call("find", { n = item })',
  "### Called": 'models.use("writer") return models.infer("x")',
  "### Beside": 'store.exists("y") log("beside") return store.read("a")',
};

beforeAll(async () => {
  workplace = await Workplace.make();
  const head = "models:\n  writer: {}\ncapabilities: [acme/kit]\ntools:\n  find: acme/kit/find\n";
  prompt = await load(workplace, SECTIONS, head);
}, 120_000);
afterAll(() => workplace?.remove());

/** A host that answers at once, or one turn of the event loop later. */
function hostOptions(isLate: boolean): RunOptions {
  const find = { name: "find", arguments: { n: 0 } };
  const { options } = scriptedHost({
    models: ({ origin, messages }) =>
      origin === "chat" && messages.length === 1 ? { toolCalls: [find] } : "said",
    tools: { find: "found" },
    input: ["typed"],
  });
  if (!isLate) return options as RunOptions;
  const { model, userInput } = options;
  const later = <Answer>(answer: Answer | PromiseLike<Answer>): Promise<Answer> =>
    new Promise((resolve) => setImmediate(resolve, answer));
  return {
    ...options,
    model: { ...model, complete: (request, context) => later(model.complete(request, context)) },
    userInput: (request, context) => later(userInput!(request, context)),
  } as RunOptions;
}

async function eventsOf(run: PromptRun): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

/** What only code or answers that go on report. Code that runs is stopped at its next check, at the latest where its block ends. */
const GOES_ON =
  /^(run_succeeded|section_started|lua_chunk_succeeded|task_failed|store_\w+|tool_call_\w+|user_input|model_turn_\w+)$/;

/** Every task has one end, every VM was torn down, and the run closed once, last. */
function expectClosed(events: readonly RunEvent[]): void {
  const count = (...kinds: readonly string[]) => events.filter(({ kind }) => kinds.includes(kind)).length;
  expect(count("task_succeeded", "task_failed", "task_cancelled", "task_abandoned")).toBe(
    count("task_started"),
  );
  expect(count("lua_teardown_started")).toBe(count("lua_shared_load_started"));
  expect(count("lua_teardown_succeeded")).toBe(count("lua_shared_load_started"));
  expect(count("run_succeeded", "run_failed")).toBe(1);
  expect(events[events.length - 1]!.kind).toMatch(/^run_(succeeded|failed)$/);
}

describe.each([
  ["at once", false],
  ["later", true],
])("an observer, of a run whose host answers %s,", (_, isLate) => {
  it("that throws, rejects or is slow changes nothing and is told of once (HOST-6)", async () => {
    const plain = await eventsOf(prompt.start("", hostOptions(isLate)));
    expectClosed(plain);
    const failures: ((event: RunEvent) => unknown)[] = [
      () => {
        throw new Error("thrown");
      },
      () => Promise.reject(new Error("rejected")),
      () => ({
        // biome-ignore lint/suspicious/noThenProperty: that is the point
        get then() {
          throw new Error("no promise");
        },
      }),
      () => new Promise(() => {}),
      () => 1,
    ];
    const told: unknown[] = [];
    for (const onEvent of failures) {
      const onObserverError = (error: unknown) => {
        told.push((error as Error).message);
        return Promise.reject(error);
      };
      const run = prompt.start("", {
        ...hostOptions(isLate),
        onEvent: onEvent as () => void,
        onDelta: onEvent as () => void,
        onObserverError,
      });
      expect(await eventsOf(run)).toEqual(plain);
      expect(await run.outcome).toEqual({ status: "completed", text: "1typed" });
      await new Promise(setImmediate);
    }
    expect(told).toEqual(["thrown", "rejected", "no promise"]);
  });

  it("that cancels at any event ends the run there: nothing goes on, everything is closed once (CAN-03, OUT-02)", async () => {
    const plain = await eventsOf(prompt.start("", hostOptions(isLate)));
    for (let at = 0; at < plain.length; at++) {
      const abort = new AbortController();
      let count = 0;
      let run: PromptRun | undefined;
      const onEvent = () => {
        if (count++ !== at) return;
        if (run === undefined || at % 2 === 0) abort.abort();
        else run.cancel();
      };
      run = prompt.start("", { ...hostOptions(isLate), onEvent, signal: abort.signal });
      const events = await eventsOf(run);
      const isLast = at === plain.length - 1;
      expect((await run.outcome).status).toBe(isLast ? "completed" : "cancelled");
      expectClosed(events);
      expect(events.slice(0, at + 1)).toEqual(plain.slice(0, at + 1));
      const after = events.slice(at + 1).map(({ kind }) => kind);
      expect(after.filter((kind) => GOES_ON.test(kind))).toEqual([]);
    }
  });
});
