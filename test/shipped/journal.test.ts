import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type EffectReport,
  type JsonValue,
  type MemoryStore,
  ModelFailure,
  memoryStore,
  type Prompt,
  type RunEvent,
  type RunOptions,
  type SlotTool,
} from "../../runtime/index.ts";
import type { JournalEntry, JournalHeader, journal as makeJournal } from "../../runtime/journal/index.ts";
import { busyHost, loadBusyPrompt } from "./busy-prompt.ts";
import { load } from "./task-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;
let busy: Prompt;
let journal: typeof makeJournal;

beforeAll(async () => {
  workplace = await Workplace.make();
  ({ journal } = (await import(packaged)) as { journal: typeof makeJournal });
  busy = await loadBusyPrompt(workplace);
}, 120_000);
afterAll(() => workplace?.remove());

/** Built before it is imported, and unknown to the type checker: prompts and journals come out of one package. */
const packaged = "promptforge-runtime/journal" as string;

const never = new Promise<never>(() => {});

/** The options of a process that dies when its journal holds `limit` entries: from then on its host does nothing. */
function mortal(options: RunOptions, entries: JournalEntry[], limit: number) {
  let died = (): void => {};
  const death = new Promise<void>((resolve) => {
    died = resolve;
  });
  let isDead = false;
  const alive = <Call extends (...given: never[]) => unknown>(call: Call): Call =>
    ((...given) => (isDead ? never : call(...given))) as Call;
  // What a store has begun is done by the time that another process looks at it.
  const begun: unknown[] = [];
  const noted = <Call extends (...given: never[]) => unknown>(call: Call): Call =>
    ((...given) => {
      const answer = call(...given);
      begun.push(answer);
      return answer;
    }) as Call;
  const { model, tools, store, userInput, timer } = options;
  const wrapped: RunOptions = {
    ...options,
    model: { ...model!, complete: alive(model!.complete) },
    tools: { find: { ...tools!["find"]!, call: alive(tools!["find"]!.call!) } },
    store: Object.fromEntries(
      (["read", "write", "append", "delete", "exists", "list"] as const).map((name) => [
        name,
        alive(noted(store![name])),
      ]),
    ) as unknown as NonNullable<RunOptions["store"]>,
    userInput: alive(userInput!),
    timer: alive(timer!),
    journal: journal({
      entries: structuredClone(entries),
      append: (entry) => {
        if (isDead) return never;
        if (entries.length < limit) {
          entries.push(JSON.parse(JSON.stringify(entry)) as JournalEntry);
          return undefined;
        }
        isDead = true;
        died();
        return never;
      },
    }),
  };
  return { options: wrapped, death: death.then(() => Promise.allSettled(begun)) };
}

function filesOf(store: MemoryStore): Record<string, string | undefined> {
  return Object.fromEntries(store.list("").map((path) => [path, store.read(path)]));
}

/** The keys of what the journal answers. */
function answeredKeys(entries: readonly JournalEntry[]): Set<string> {
  return new Set(
    entries.flatMap((entry) =>
      entry.kind === "answers" ? entry.answers.map(({ task, seq }) => `e:${task}:${seq}`) : [],
    ),
  );
}

describe("a run with a journal", () => {
  it("gives the same result, files and events as without", async () => {
    const plain = busyHost(3);
    const outcome = await busy.start("", plain.options).outcome;
    const kept = busyHost(3);
    const entries: JournalEntry[] = [];
    const run = busy.start("", {
      ...kept.options,
      journal: journal({ append: (entry) => entries.push(entry) }),
    });
    expect(await run.outcome).toEqual(outcome);
    expect(filesOf(kept.store)).toEqual(filesOf(plain.store));
    expect(entries[0]).toMatchObject({ kind: "run", format: 1, execution: "e", seed: "1", startedAt: 0 });
    expect(JSON.parse(JSON.stringify(entries))).toEqual(entries);
  });

  it("goes on wherever its process has died: same result, same files, nothing kept is asked again", async () => {
    const whole = busyHost(0);
    const entries: JournalEntry[] = [];
    const options = { ...whole.options, journal: journal({ append: (entry) => entries.push(entry) }) };
    const outcome = await busy.start("", options).outcome;
    const files = filesOf(whole.store);
    expect(entries.length).toBeGreaterThan(20);
    for (let limit = 1; limit < entries.length; limit++) {
      const store = memoryStore();
      const kept: JournalEntry[] = [];
      const first = mortal(busyHost(limit, store).options, kept, limit);
      const cut = busy.start("", first.options);
      await Promise.race([first.death, cut.outcome]);
      const answered = answeredKeys(kept);
      const asked: EffectReport[] = [];
      const second = mortal(busyHost(limit + 1000, store).options, kept, Infinity);
      const { execution: _, seed: __, startedAt: ___, ...rest } = second.options;
      const again = busy.start("", { ...rest, onEffect: (effect) => asked.push(effect) });
      expect([limit, await again.outcome]).toEqual([limit, outcome]);
      expect([limit, filesOf(store)]).toEqual([limit, files]);
      for (const { key, replayed } of asked)
        expect([key, replayed === true]).toEqual([key, answered.has(key)]);
    }
  }, 120_000);

  it("reports again what was before, marked, in the same order; the run reads its own history unmarked", async () => {
    const prompt = await load(workplace, {
      "## Main": `
store.write("a", "1")
store.append("a", "2")
local events = tasks.events(sys.taskid or "0")
local names = {}
for i, event in ipairs(events) do names[i] = event.kind .. tostring(event.replayed) end
user_input()
return table.concat(names, " ")`,
    });
    const entries: JournalEntry[] = [];
    const start = (store: MemoryStore, limit: number, seen: RunEvent[]) =>
      prompt.start("", {
        store,
        userInput: () => ({ text: "x" }),
        journal: journal({
          entries: [...entries],
          append: (entry) => (entries.length < limit ? entries.push(entry) : never),
        }),
        onEvent: (event) => seen.push(event),
      });
    const store = memoryStore();
    const before: RunEvent[] = [];
    const dead = start(store, 5, before);
    await new Promise((resolve) => setTimeout(resolve, 50));
    dead.cancel();
    const after: RunEvent[] = [];
    const run = start(store, Infinity, after);
    const outcome = await run.outcome;
    expect(outcome).toMatchObject({ text: expect.not.stringContaining("true") });
    expect(outcome).toMatchObject({ text: expect.stringContaining("store_append_succeedednil") });
    const marked = after.filter((event) => event.replayed === true);
    expect(marked.length).toBeGreaterThan(4);
    expect(after.slice(0, marked.length)).toEqual(marked);
    expect(marked.map(({ replayed: _, ...event }) => event)).toEqual(before.slice(0, marked.length));
    const iterated: unknown[] = [];
    for await (const event of run) iterated.push(event);
    expect(iterated).toEqual(after);
  });

  it("repeats failures, and what the host answered wrongly, as they were", async () => {
    const prompt = await load(
      workplace,
      {
        "## Main": `
local out = {}
models.use("writer")
for i = 1, 4 do
  local ok, err = pcall(models.infer, "x" .. i)
  out[#out + 1] = tostring(ok) .. ":" .. tostring(err)
end
local m = messages.new():user("long")
local ok, err = pcall(models.loop, m, compactors.fail)
out[#out + 1] = tostring(err)
for i = 1, 3 do out[#out + 1] = tostring(select(2, pcall(tools.call, "find", { n = i }))) end
out[#out + 1] = tostring(select(2, pcall(user_input)))
return table.concat(out, "|")`,
      },
      "models:\n  writer: {}\ncapabilities: [acme/kit]\ntools:\n  find: acme/kit/find\n",
    );
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    const failures: unknown[] = [
      new ModelFailure({ kind: "backend", status: 429, body: "slow" }),
      new ModelFailure({ kind: "malformed", message: "odd" }),
      "a text",
      {},
      new ModelFailure({ kind: "backend", status: 400, body: "maximum context length is 8" }),
      new Error("tool broke"),
      42,
      undefined,
      new Error("no terminal"),
    ];
    let asked = 0;
    const circularAnswer = () => {
      asked++;
      return circular as never;
    };
    const fail = () => {
      const failure = failures[asked++];
      throw failure;
    };
    const host: RunOptions = {
      model: { id: "m", context: 1000, thinking: "never", complete: fail },
      tools: {
        find: {
          description: "",
          parameters: { type: "object" },
          call: () => (asked === 7 ? circularAnswer() : fail()),
        },
      },
      userInput: fail,
      seed: 1,
    };
    const entries: JournalEntry[] = [];
    const first = await prompt.start("", {
      ...host,
      journal: journal({
        append: (entry) => entries.push(JSON.parse(JSON.stringify(entry)) as JournalEntry),
      }),
    }).outcome;
    expect(asked).toBe(9);
    const again = await prompt.start("", { ...host, journal: journal({ entries, append: fail }) }).outcome;
    expect(asked).toBe(9);
    expect(again).toEqual(first);
    expect(first).toMatchObject({
      text: expect.stringContaining("false:non-success backend status 429|false:malformed response: odd"),
    });
    expect(first).toMatchObject({
      text: expect.stringContaining("the answer cannot be kept in the journal"),
    });
  });

  it("keeps what tools have done to the run's own store, and does the run's own work again", async () => {
    const prompt = await load(
      workplace,
      {
        "## Main": `
store.append("log", "a")
tools.call("find")
store.append("log", store.read("tool"))
tools.call("find")
return store.read("log") .. store.read("tool")`,
      },
      "capabilities: [acme/kit]\ntools:\n  find: acme/kit/find\n",
    );
    let calls = 0;
    const host: RunOptions = {
      tools: {
        find: {
          description: "",
          parameters: { type: "object" },
          call: async (_, { store }) => {
            await store.append("tool", `t${++calls}`);
            return "done";
          },
        },
      },
    };
    const entries: JournalEntry[] = [];
    const append = (entry: JournalEntry) => entries.push(JSON.parse(JSON.stringify(entry)) as JournalEntry);
    const { outcome } = prompt.start("", { ...host, journal: journal({ append }) });
    expect(await outcome).toMatchObject({ text: "at1t1t2" });
    for (let kept = 1; kept <= entries.length; kept++) {
      const left = entries.slice(0, kept);
      calls = JSON.stringify(left).split('"effect":"tool"').length - 1;
      const storage = { entries: left, append: () => {} };
      expect(await prompt.start("", { ...host, journal: journal(storage) }).outcome).toEqual(await outcome);
    }
  });

  /** The texts of a run and of the one that has all of its journal, and the journal. */
  async function resumed(prompt: Prompt, host: () => RunOptions, keep: () => unknown = () => undefined) {
    const entries: JournalEntry[] = [];
    const append = async (entry: JournalEntry) => {
      entries.push(JSON.parse(JSON.stringify(entry)) as JournalEntry);
      await keep();
    };
    const live = await prompt.start("", { ...host(), journal: journal({ append }) }).outcome;
    const storage = { entries, append: () => {} };
    return { live, again: await prompt.start("", { ...host(), journal: journal(storage) }).outcome };
  }

  const writer = (call: NonNullable<SlotTool["call"]>): RunOptions => ({
    tools: { find: { description: "", parameters: { type: "object" }, call } },
  });
  const kit = "capabilities: [acme/kit]\ntools:\n  find: acme/kit/find\n";

  it("keeps which was first, a tool or the run itself, at the same file of the run's own store", async () => {
    const prompt = await load(
      workplace,
      {
        "## Main": `return table.concat(fanout("### Arm", { "tool", "read", "write" }), "|") .. store.read("y")`,
        "### Arm": `
if item == "tool" then tools.call("find") return "" end
if item == "read" then return tostring(store.exists("x")) end
store.write("y", "run")
return ""`,
      },
      kit,
    );
    const { live, again } = await resumed(prompt, () =>
      writer((_, { store }) => {
        void store.write("x", "tool");
        void store.write("y", "tool");
        return Promise.resolve("done");
      }),
    );
    expect(live).toMatchObject({ text: "|true|run" });
    expect(again).toEqual(live);
  });

  it("keeps what a tool has written while answers were being kept", async () => {
    const prompt = await load(
      workplace,
      {
        "## Main": 'return table.concat(fanout("### Arm", { "tool", "read" }))',
        "### Arm": `
if item == "tool" then tools.call("find") return "" end
return user_input() .. tostring(store.exists("x"))`,
      },
      kit,
    );
    let write = (): void => {};
    let end = (): void => {};
    const host = () => ({
      ...writer(async (_, { store }) => {
        write = () => store.write("x", "tool");
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        return "done";
      }),
      userInput: () => ({ text: "told " }),
    });
    let count = 0;
    const { live, again } = await resumed(prompt, host, () => {
      // The header is the first, the answer of `user_input` the second.
      if (++count === 2) write();
      if (count === 3) end();
    });
    expect(live).toMatchObject({ text: "told true" });
    expect(again).toEqual(live);
  });

  it("does not do twice what capabilities do to the run's own store as they are activated", async () => {
    const prompt = await load(
      workplace,
      { "## Main": 'store.append("log", "m") tools.call("find") return store.read("log")' },
      kit,
    );
    const tool = { path: "acme/kit/find", description: "", parameters: { type: "object" } };
    const { live, again } = await resumed(prompt, () => ({
      capabilities: [
        {
          id: "acme/kit",
          activate: async ({ store }) => {
            await store.append("log", "a");
            return [{ ...tool, call: async () => "done" }];
          },
        },
      ],
    }));
    expect(live).toMatchObject({ text: "am" });
    expect(again).toEqual(live);
  });

  it("gives each answer once, also behind one that came and was no longer wanted", async () => {
    const prompt = await load(workplace, {
      "## Main": `
local asked = tasks.spawn("### Asks")
store.write("n", "0")
log("busy")
for i = 1, 500000 do local j = i end
tasks.cancel(asked)
store.write("n", store.read("n") .. "1")
return user_input() .. store.read("n")`,
      "### Asks": "return user_input()",
    });
    const host = (): RunOptions => {
      let answerFirst: (() => void) | undefined;
      return {
        userInput: () =>
          new Promise((resolve) => {
            if (answerFirst !== undefined) resolve({ text: "told" });
            answerFirst ??= () => resolve({ text: "unwanted" });
          }),
        // Between two of the turns that the loop takes.
        onEvent: ({ kind }) => {
          if (kind === "lua") answerFirst?.();
        },
      };
    };
    const { live, again } = await resumed(prompt, host);
    expect(live).toMatchObject({ text: "told01" });
    expect(again).toEqual(live);
  });

  it("keeps of a model's answer what went over the wire only for a run that reports it", async () => {
    const prompt = await load(
      workplace,
      { "## Main": 'models.use("writer") return models.infer("hi")' },
      "models:\n  writer: {}\n",
    );
    const raw = { request: { sent: "wire" }, response: { got: "wire" } };
    const model = {
      id: "m",
      description: "",
      context: 1000,
      thinking: "never" as const,
      complete: async () => ({ result: { text: "hello" }, raw }),
    };
    for (const debugCapture of [false, true]) {
      const entries: JournalEntry[] = [];
      const events: RunEvent[] = [];
      const options = { debugCapture, onEvent: (event: RunEvent) => void events.push(event) };
      const storage = { entries, append: (entry: JournalEntry) => entries.push(entry) };
      const outcome = await prompt.start("", { ...options, model, journal: journal(storage) }).outcome;
      expect(JSON.stringify(entries).includes("wire")).toBe(debugCapture);
      const told = events.splice(0).map(({ kind }) => kind);
      const again = prompt.start("", { ...options, model, journal: journal(storage) });
      expect(await again.outcome).toEqual(outcome);
      expect(events.map(({ kind }) => kind)).toEqual(told);
      expect(told.includes("response")).toBe(debugCapture);
    }
  });

  it("is for one run at a time: the one before cannot go on, and the journal stays whole", async () => {
    const prompt = await load(workplace, { "## Main": "return user_input() .. user_input()" });
    const entries: JournalEntry[] = [];
    const one = journal({ entries, append: async (entry) => entries.push(entry) });
    const answers: (() => void)[] = [];
    const waiting = prompt.start("", {
      userInput: () =>
        new Promise((resolve) => {
          answers.push(() => resolve({ text: "a" }));
        }),
      journal: one,
    });
    while (answers.length === 0) await new Promise((resolve) => setTimeout(resolve));
    const options = { userInput: async () => ({ text: "b" }), journal: one };
    expect(await prompt.start("", options).outcome).toMatchObject({ text: "bb" });
    answers[0]!();
    expect(await waiting.outcome).toMatchObject({
      status: "failed",
      error: { message: expect.stringContaining("a journal is for one run at a time") },
    });
    expect(entries.map(({ kind }) => kind)).toEqual(["run", "answers", "answers"]);
    expect(await prompt.start("", { journal: one }).outcome).toMatchObject({ text: "bb" });
  });

  it("is not waited for when it never answers: a cancelled run ends, and its store is as it was", async () => {
    const prompt = await load(workplace, { "## Main": 'user_input() store.append("f", "x") return "never"' });
    // The header, the answer, what the file was, the answer of the store.
    for (const silent of [1, 2, 3, 4]) {
      const store = memoryStore();
      const cancel = new AbortController();
      let count = 0;
      const { outcome } = prompt.start("", {
        store,
        userInput: () => ({ text: "" }),
        signal: cancel.signal,
        journal: journal({
          append: () => {
            if (++count !== silent) return undefined;
            setTimeout(() => cancel.abort());
            return never;
          },
        }),
      });
      expect(await outcome).toEqual({ status: "cancelled" });
      expect(filesOf(store)).toEqual(silent === 4 ? { f: "x" } : {});
    }
  });
});

describe("a journal that does not fit", () => {
  const ask = { "## Main": "return (user_input()) .. args" };
  const start = (prompt: Prompt, input: string, options: RunOptions, entries: unknown[]) =>
    prompt.start(input, {
      userInput: () => ({ text: "x" }),
      ...options,
      journal: journal({ entries: [...entries], append: (entry) => entries.push(entry) }),
    });

  it("is refused with what differs, before anything is reported or asked", async () => {
    const prompt = await load(workplace, ask);
    const other = await load(workplace, { "## Main": "return (user_input()) .. args .. 1" });
    const entries: unknown[] = [];
    const options: RunOptions = { limits: { luaSteps: 10_000, maxFanoutConcurrency: 2 } };
    expect(await start(prompt, "in", options, entries).outcome).toMatchObject({ text: "xin" });
    const refusals: [string, Prompt, string, RunOptions, unknown[]][] = [
      ["the prompt file was edited since", other, "in", options, entries],
      ["another input", prompt, "out", options, entries],
      ["another `limits`", prompt, "in", { limits: { luaSteps: 10_001 } }, entries],
      ["another `seed`", prompt, "in", { ...options, seed: 5 }, entries],
      ["another `execution`", prompt, "in", { ...options, execution: "mine" }, entries],
      ["another `startedAt`", prompt, "in", { ...options, startedAt: 5 }, entries],
      ["another `debugCapture`: false, now true", prompt, "in", { ...options, debugCapture: true }, entries],
      [
        "the run began without a `store` of the host",
        prompt,
        "in",
        { ...options, store: memoryStore() },
        entries,
      ],
      [
        "another compiler",
        prompt,
        "in",
        options,
        [{ ...(entries[0] as JournalEntry), compiler: "9" }, entries[1]],
      ],
      ["another prompt", prompt, "in", options, [{ ...(entries[0] as JournalEntry), prompt: "q" }]],
      ["entry 1 is damaged", prompt, "in", options, ["x"]],
      ["entry 2 is damaged", prompt, "in", options, [entries[0], null]],
      ["entry 2 is damaged", prompt, "in", options, [entries[0], entries[0]]],
      [
        "it answers model 0:3, which the run has not asked for",
        prompt,
        "in",
        options,
        [entries[0], { kind: "answers", answers: [{ task: "0", seq: 3, effect: "model", value: 1 }] }],
      ],
    ];
    for (const [reason, of, input, given, kept] of refusals) {
      const events: RunEvent[] = [];
      const observed = { ...given, onEvent: (event: RunEvent) => events.push(event), userInput: () => never };
      const { outcome } = start(of, input, observed, [...kept]);
      expect([reason, await outcome]).toEqual([
        reason,
        { status: "failed", error: expect.objectContaining({ kind: "Internal", help: expect.any(String) }) },
      ]);
      const { error } = (await outcome) as { error: Error };
      expect(error.message).toContain("the journal does not fit this run: ");
      expect(error.message).toContain(reason);
      if (!reason.startsWith("it answers")) expect(events).toEqual([]);
    }
    expect(
      await start(prompt, "in", { limits: { maxFanoutConcurrency: 2, luaSteps: 10_000 } }, entries).outcome,
    ).toMatchObject({ text: "xin" });
  });

  it("is refused without the store of the host that it began with; one that does not say goes on", async () => {
    const prompt = await load(workplace, ask);
    const entries: unknown[] = [];
    await start(prompt, "in", { store: memoryStore() }, entries).outcome;
    expect(await start(prompt, "in", {}, [...entries]).outcome).toMatchObject({
      status: "failed",
      error: {
        message:
          "the journal does not fit this run: the run began with a `store` of the host, and now has none",
        help: "give the run the same `store` again",
      },
    });
    const { settings, ...header } = entries[0] as JournalHeader;
    const { store, ...older } = settings as { readonly [name: string]: JsonValue };
    expect(store).toBe("host");
    expect(
      await start(prompt, "in", {}, [{ ...header, settings: older }, ...entries.slice(1)]).outcome,
    ).toMatchObject({ text: "xin" });
  });

  it("is no journal at all, or the store is none: `start` throws", async () => {
    const prompt = await load(workplace, ask);
    for (const [options, message] of [
      [{ journal: {} }, "the option `journal` takes what `journal()`"],
      [{ store: {} }, "the option `store.read` must be a function"],
    ] as const)
      expect(() => prompt.start("", options as unknown as RunOptions)).toThrow(
        expect.objectContaining({ name: "TypeError", message: expect.stringContaining(message) }),
      );
  });

  it("is refused for an entry without answers", async () => {
    const prompt = await load(workplace, ask);
    const entries: unknown[] = [];
    await start(prompt, "in", {}, entries).outcome;
    for (const damaged of [null, "x", {}, { kind: "answers" }, { kind: "answers", answers: [null] }])
      expect(await start(prompt, "in", {}, [entries[0], damaged]).outcome).toMatchObject({
        error: { message: "the journal does not fit this run: its entry 2 is damaged" },
      });
  });

  it("cannot be written: the run fails and applies nothing that is not kept", async () => {
    const prompt = await load(workplace, { "## Main": "local text = user_input() log(text) return text" });
    for (const failing of [1, 2]) {
      let count = 0;
      const events: string[] = [];
      const { outcome } = prompt.start("", {
        userInput: async () => ({ text: "x" }),
        onEvent: ({ kind }) => events.push(kind),
        journal: journal({
          append: async () => {
            if (++count === failing) throw new Error("disk full");
          },
        }),
      });
      expect(await outcome).toMatchObject({
        status: "failed",
        error: { kind: "Internal", message: expect.stringContaining("disk full") },
      });
      expect(events).not.toContain("lua");
    }
  });
});
