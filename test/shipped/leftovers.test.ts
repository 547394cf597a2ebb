import { getEventListeners } from "node:events";
import { readdirSync } from "node:fs";
import timers from "node:timers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { EffectContext, Prompt, PromptRun, RunOptions } from "../../runtime/index.ts";
import { scriptedHost } from "../../runtime/testing/index.ts";
import { load } from "./task-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;
const HEAD = "models:\n  writer: {}\ncapabilities: [acme/kit]\ntools:\n  find: acme/kit/find\n";
const lastModule = () => {
  const names = readdirSync(workplace.folder).filter((name) => /^tasks-\d+\.mjs$/.test(name));
  return names.sort((a, b) => Number(b.match(/\d+/)) - Number(a.match(/\d+/)))[0]!;
};
const only = (lua: string, more: { readonly [heading: string]: string } = {}) =>
  load(workplace, { "## Main": lua, ...more }, HEAD);

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

const turn = () => new Promise(timers.setImmediate);

/** The timers and turns of the event loop that are still to come, but for those of the tests and of their runner. */
const pending = new Set<unknown>();

/** Makes a global that starts timers count them. */
function counting<Timer>(start: (callback: () => void, milliseconds?: number) => Timer) {
  return (callback: () => void, milliseconds?: number): Timer => {
    const timer = start(() => {
      pending.delete(timer);
      callback();
    }, milliseconds);
    pending.add(timer);
    return timer;
  };
}

function counted<Timer>(end: (timer: Timer) => void) {
  return (timer: Timer): void => {
    pending.delete(timer);
    end(timer);
  };
}

beforeAll(() => {
  vi.stubGlobal("setTimeout", counting(timers.setTimeout));
  vi.stubGlobal("setImmediate", counting(timers.setImmediate));
  vi.stubGlobal("clearTimeout", counted(timers.clearTimeout));
});
afterAll(() => vi.unstubAllGlobals());

/** Tells what it was called with, and never answers. */
const silent = <Given>(seen: (given: Given) => unknown, given: Given): Promise<never> => {
  seen(given);
  return new Promise<never>(() => {});
};

/** Begins a run on a scripted host; `settled` tells whether it has let go of its host once it has ended. */
function begin(prompt: Prompt, options: Partial<RunOptions> = {}) {
  const abort = new AbortController();
  const host = scriptedHost({ models: () => "said", tools: { find: "found" }, input: ["typed"] });
  const run = prompt.start("", {
    ...host.options,
    timeoutMs: 1_000_000,
    ...options,
    signal: abort.signal,
  } as RunOptions);
  const settled = async () => {
    const outcome = await run.outcome;
    await turn();
    await turn();
    return {
      ...outcome,
      listeners: getEventListeners(abort.signal, "abort").length,
      timers: pending.size,
    };
  };
  return { run, abort, settled };
}

const CLEAN = { listeners: 0, timers: 0 };

describe("a run that has ended", () => {
  it.each([
    ["completed", 'return tools.call("find", {}) .. user_input() .. models.infer(writer, "x")'],
    ["failed", 'store.exists("x") user_input() error("broken")'],
    ["completed", 'local t = tasks.spawn("## Late") tasks.when_all({ t }, { timeout = 1000 }) return "x"'],
    [
      "completed",
      'local t = tasks.spawn("## Late") tasks.when_any({ t }, { timeout = 0.001 }) tasks.cancel(t) return "x"',
    ],
  ])("has let go of its host: %s, %s", async (status, lua) => {
    const prompt = await only(lua, {
      "## Late": "for i = 1, 100 do store.exists(i .. '') end return user_input()",
    });
    expect(await begin(prompt).settled()).toMatchObject({ status, ...CLEAN });
  });
});

describe("a cancel inside busy Lua", () => {
  const plain =
    "local function spin() while true do end end\nreturn table.concat({ 1 }, string.rep(',', #tostring(pcall(spin))))";
  it.each([
    ["a block", "while true do end"],
    ["a block behind a wait", "user_input() while true do end"],
    ["a function that may wait", "local function f() while true do local x = 1 end user_input() end\nf()"],
    ["an arm", 'fanout("## Spin", { 1, 2 })'],
    ["a task", 'tasks.when_all({ tasks.spawn("## Spin") }, { timeout = 1000 })'],
    ["a called chain", 'call("## Spin")'],
    ["a store loop", 'while true do store.write("a", "b") end'],
    ["recursion", "local function f() f() return 1 end while true do pcall(f) end"],
  ])(
    "(%s) leaves nothing behind",
    async (_, lua) => {
      const prompt = await only(lua, { "## Spin": "while true do end" });
      for (const cancel of ["signal", "cancel"]) {
        const { run, abort, settled } = begin(prompt);
        timers.setTimeout(() => (cancel === "signal" ? abort.abort() : run.cancel()), 5);
        expect(await settled()).toEqual({ status: "cancelled", ...CLEAN });
      }
      const late = begin(prompt, { timeoutMs: 5 });
      expect(await late.settled()).toEqual({ status: "cancelled", ...CLEAN });
    },
    60_000,
  );

  it.each([plain, "while true do pcall(function() while true do end end) end"])(
    "where nothing can wait, by `timeoutMs`, leaves nothing behind: %s",
    async (lua) => {
      const settled = await begin(await only(lua), { timeoutMs: 5 }).settled();
      expect(settled).toEqual({ status: "cancelled", ...CLEAN });
    },
  );
});

describe("a host function that never answers", () => {
  const never = () => new Promise<never>(() => {});
  const cases: readonly [
    string,
    string,
    (context: (context: EffectContext) => void) => Partial<RunOptions>,
  ][] = [
    [
      "a model",
      'models.infer(writer, "x")',
      (seen) => ({
        model: {
          id: "m",
          context: 9,
          thinking: "never",
          complete: (_request, context) => silent(seen, context),
        },
      }),
    ],
    ["a tool", 'tools.call("find", {})', (seen) => ({ tool: (_request, context) => silent(seen, context) })],
    ["the operator", "user_input()", (seen) => ({ userInput: (_request, context) => silent(seen, context) })],
    [
      "a timer",
      'tasks.when_any({ tasks.spawn("## Stuck") }, { timeout = 1 })',
      (seen) => ({ timer: (_seconds, context) => silent(seen, context), userInput: never }),
    ],
  ];

  it.each(cases)("(%s) can be cancelled, and is told", async (_, lua, optionsOf) => {
    const prompt = await only(`pcall(function() ${lua} end) return "gone on"`, {
      "## Stuck": "user_input()",
    });
    const how: readonly ((run: PromptRun, abort: AbortController) => void)[] = [
      (run) => run.cancel(),
      (_run, abort) => abort.abort(),
      () => {},
    ];
    for (const [place, cancel] of how.entries()) {
      const contexts: EffectContext[] = [];
      const options = optionsOf((context) => contexts.push(context));
      const { run, abort, settled } = begin(prompt, { ...options, ...(place === 2 && { timeoutMs: 10 }) });
      await turn();
      expect(contexts.map(({ signal }) => signal!.aborted)).toEqual([false]);
      cancel(run, abort);
      expect(await settled()).toEqual({ status: "cancelled", ...CLEAN });
      expect(contexts[0]!.signal!.aborted).toBe(true);
    }
  });

  it("(a capability) can be cancelled before the run has started", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const capabilities = [
      {
        id: "acme/kit",
        activate: ({ signal }: { signal: AbortSignal | undefined }) =>
          silent((given) => signals.push(given), signal),
      },
    ];
    const { run, settled } = begin(await only("return 1"), { capabilities, tools: {} });
    run.cancel();
    expect(await settled()).toEqual({ status: "cancelled", ...CLEAN });
    expect(signals.map((signal) => signal!.aborted)).toEqual([true]);
  });
});

const thrower = () => {
  throw new Error("host broke");
};
const rejecting = () => Promise.reject(new Error("host broke"));
/** An answer that cannot even be looked at. */
const hostile = () =>
  new Proxy(
    {},
    {
      get: (_target, key) => {
        if (key === "then") return undefined;
        throw new Error("host broke");
      },
    },
  );

describe("what a host function throws, rejects with or answers with", () => {
  const model = (complete: () => unknown) => ({
    model: { id: "m", context: 9, thinking: "never", complete },
  });
  const cases: readonly [string, string, (how: () => never) => object, string, RegExp][] = [
    ["a model", 'return models.infer(writer, "x")', model, "Completion", /host broke|malformed response/],
    [
      "a model in a loop",
      'models.use("writer") models.loop(messages.new():user("x"))',
      model,
      "Completion",
      /host broke|malformed response/,
    ],
    ["a tool", 'return tools.call("find", {})', (tool) => ({ tool }), "Tool", /host broke/],
    [
      "the operator",
      "return user_input()",
      (userInput) => ({ userInput }),
      "Input",
      /^user input request was not answered: host broke/,
    ],
  ];

  it.each(cases)(
    "(%s) is the failure that the rules name, and can be caught (HOST-5)",
    async (_, lua, optionsOf, kind, message) => {
      const failing = await only(lua);
      const catching = await only(
        `local ok, e = pcall(function() ${lua} end) return tostring(ok) .. type(e) .. e.kind`,
      );
      for (const how of [thrower, rejecting, hostile]) {
        const options = optionsOf(how as () => never) as RunOptions;
        const outcome = await begin(failing, options).settled();
        expect(outcome).toMatchObject({
          status: "failed",
          error: { kind, message: expect.stringMatching(message) },
          ...CLEAN,
        });
        expect(await begin(catching, options).settled()).toMatchObject({
          status: "completed",
          text: expect.stringMatching(/^falsetable\w+$/),
          ...CLEAN,
        });
      }
    },
  );

  it.each(["read", "write", "append", "delete", "exists", "list"] as const)(
    "(`%s` of a store) is a store failure",
    async (method) => {
      const calls = {
        read: 'store.read("a")',
        write: 'store.write("a", "b")',
        append: 'store.append("a", "b")',
        delete: 'store.delete("a")',
        exists: 'store.exists("a")',
        list: 'store.glob("**")',
      };
      const prompt = await only(`return ${calls[method]}`);
      for (const how of [thrower, rejecting]) {
        const store = {
          read: () => "",
          write: () => {},
          append: () => {},
          delete: () => {},
          exists: () => true,
          list: () => [],
          [method]: how,
        };
        const outcome = await begin(prompt, { store }).settled();
        expect(outcome).toMatchObject({
          status: "failed",
          error: { kind: "Lua", message: "store backend failure" },
          ...CLEAN,
        });
      }
    },
  );

  it("(a timer) does not bring the process down, and ends the run as a failure of the host", async () => {
    const prompt = await only(
      'return tostring(tasks.when_any({ tasks.spawn("## Stuck") }, { timeout = 1 }))',
      { "## Stuck": "user_input()" },
    );
    for (const timer of [thrower, rejecting]) {
      const outcome = await begin(prompt, { timer, userInput: () => new Promise(() => {}) }).settled();
      expect(outcome).toMatchObject({
        status: "failed",
        error: { message: expect.stringContaining("host broke") },
        ...CLEAN,
      });
    }
  });

  it("(a capability) leaves the run without it", async () => {
    for (const activate of [thrower, rejecting]) {
      const outcome = await begin(await only("return 1"), {
        capabilities: [{ id: "acme/kit", activate }],
        tools: {},
      }).settled();
      expect(outcome).toMatchObject({ status: "failed", error: { kind: "RequirementsUnmet" }, ...CLEAN });
    }
  });
});

describe("a process", () => {
  it("ends by itself behind runs that have ended, with nothing left in it", async () => {
    await only('if args == "wait" then user_input() end while args == "spin" do end return "done"');
    const program = `
import prompt from "./${lastModule()}";
const options = { model: { id: "m", context: 9, thinking: "never", complete() {} }, tools: { find: { description: "", parameters: {} } }, timeoutMs: 1_000_000 };
const outcomes = [];
for (const input of ["", "wait", "spin"]) {
  const abort = new AbortController();
  const run = prompt.start(input, { ...options, signal: abort.signal, userInput: () => new Promise(() => {}) });
  if (input !== "") setTimeout(() => abort.abort(), 5);
  outcomes.push((await run.outcome).status);
}
await new Promise(setImmediate);
process.stdout.write([...outcomes, ...process.getActiveResourcesInfo().filter((name) => !/Wrap|Pipe|TTY/.test(name))].join());
`;
    workplace.write("process.mjs", program);
    expect(await workplace.node(["process.mjs"])).toEqual({
      status: 0,
      stdout: "completed,cancelled,cancelled",
      stderr: "",
    });
  });
});
