import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import {
  type EffectContext,
  type MemoryStore,
  type Model,
  memoryStore,
  type Prompt,
  type RunOptions,
} from "../../runtime/index.ts";
import { load } from "./task-prompt.ts";
import type { Workplace } from "./workplace.ts";

const HEAD = "models:\n  writer: {}\ncapabilities: [acme/kit]\ntools:\n  find: acme/kit/find\n";

/** Nested fanouts, tasks, waits with timeouts, a tool loop with the task built-ins, store work, input: nothing that SCH-12 leaves open. */
const SECTIONS = {
  shared: "function shout(text) return text:upper() end",
  "## Main": `
models.use("writer")
tools.add("find")
store.write("base", "b")
local slow = tasks.spawn("### Job", { input = "slow", item = { n = 1 }, index = 7 })
local stuck = tasks.spawn("### Stuck")
local rows = fanout("### Row", { 3, 1, 2, last = "x" })
local out = { table.concat(rows, ";") }
local gone = tasks.when_any({ stuck }, { timeout = 0.001 })
out[#out + 1] = tostring(gone)
tasks.cancel(stuck)
local entries, late = tasks.when_all({ slow, stuck, slow }, { timeout = 1000 })
for i, e in ipairs(entries) do out[#out + 1] = e.task .. tostring(e.ok) .. tostring(e.result) end
out[#out + 1] = tostring(late)
tools.allow_tasks({ "### Job" })
local m = messages.new():user("go")
models.loop(m)
out[#out + 1] = m[#m].content .. #m
local failed = tasks.spawn("### Fails")
local _, ok, err = tasks.when_any({ failed })
out[#out + 1] = tostring(ok) .. err.kind .. err.message
out[#out + 1] = store.read("base") .. table.concat(store.glob("**"), ",")
return table.concat(out, "|")`,
  "### Row": `
if type(item) == "table" then return item.key .. user_input() end
local cells = fanout("#### Cell", { item, item * 10 })
store.write("row" .. item, table.concat(cells, "+"))
return store.read("row" .. item) .. call("#### Sum", "in")`,
  "#### Cell": `
store.append("cell" .. sys.id, shout("c"))
local t = tasks.spawn("#### Sum", { input = "from " .. item })
local all = tasks.when_all({ t }, { timeout = 1000 })
return item .. all[1].result .. store.read("base")`,
  "#### Sum": `
models.use("writer")
return models.infer("sum " .. args) .. (sys.taskid)`,
  "### Job": `
log("job " .. args)
tasks.note("at work")
local events = tasks.events(sys.taskid)
for i = 1, 3 do store.exists("job" .. i) end
return shout(args) .. #events .. (item and item.n or "")`,
  "### Stuck": 'user_input() return "never"',
  "### Fails": 'store.exists("x") error("broken")',
};

/** A prompt with nested fanouts, tasks, waits with timeouts, a tool loop with task built-ins, store work, input: nothing that SCH-12 leaves open. */
export function loadBusyPrompt(workplace: Workplace): Promise<Prompt> {
  return load(workplace, SECTIONS, HEAD);
}

/** A repeatable source of numbers in [0, 1). */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Waits in one of many ways, none of them long. */
async function dawdle(random: () => number): Promise<void> {
  const way = Math.floor(random() * 8);
  for (let hop = 0; hop < way; hop++) await undefined;
  if (way === 5) await turn();
  if (way === 6) await sleep(1);
  if (way === 7) {
    await turn();
    await turn();
  }
}

/** A host, what it was asked, and its files. */
export interface BusyHost {
  readonly options: RunOptions;
  readonly requests: string[];
  readonly store: MemoryStore;
}

/** Where everything is answered after a while that only the seed knows; some of the answers come at once. */
export function busyHost(seed: number, store = memoryStore()): BusyHost {
  const random = numbers(seed);
  const requests: string[] = [];
  const asked = (context: EffectContext, request: unknown) =>
    requests.push(`${context.provenance.task} ${context.provenance.seq} ${JSON.stringify(request)}`);
  const late = <Answer>(answer: () => Answer): Answer | Promise<Answer> =>
    random() < 0.3 ? answer() : dawdle(random).then(answer);
  const model: Model = {
    id: "m",
    context: 100_000,
    thinking: "never",
    complete: async ({ messages, origin }, context) => {
      asked(context, { messages, origin });
      await dawdle(random);
      return reply(messages.length, origin, JSON.stringify(messages));
    },
  };
  const options: RunOptions = {
    model,
    tools: {
      find: {
        description: "Finds",
        parameters: { type: "object" },
        call: (args, context) => {
          asked(context, args);
          return late(() => ({ text: "found", trusted: true }));
        },
      },
    },
    store: {
      read: (path) => late(() => store.read(path)),
      write: (path, text) => late(() => store.write(path, text)),
      append: (path, text) => late(() => store.append(path, text)),
      delete: (path) => late(() => store.delete(path)),
      exists: (path) => late(() => store.exists(path)),
      list: (path) => late(() => store.list(path)),
    },
    // The one arm that asks is answered; the task that asks waits until it is cancelled.
    userInput: ({ section }) => (section === "Row" ? late(() => ({ text: "typed" })) : new Promise(() => {})),
    timer: (seconds) => (seconds < 1 ? sleep(1).then(() => undefined) : new Promise(() => {})),
    seed: 1,
    execution: "e",
    startedAt: 0,
  };
  return { options, requests, store };
}

function reply(length: number, origin: string, text: string): Awaited<ReturnType<Model["complete"]>> {
  if (origin === "infer") return { model: "m", result: { text: `=${text.length}` } };
  const call = (name: string, given: object) => ({
    model: "m",
    result: { toolCalls: [{ id: `c${length}`, name, arguments: given as never }] },
  });
  if (length === 1) return call("find", { q: "x" });
  if (length === 3) return call("task", { target: "### Job", input: "model" });
  if (length === 5) return call("await_tasks", {});
  return { model: "m", result: { text: "bye" } };
}
