import { describe, expect, test } from "vitest";
import type { SectionVM } from "../../../runtime/engine/state.ts";
import { effect, suspendingHost } from "../../../runtime/engine/suspend.ts";
import { pause, refill } from "../../../runtime/internal.ts";
import type { Value } from "../../../runtime/lua/value.ts";
import type { EffectContext } from "../../../runtime/options.ts";
import { type Body, eventsOf, promptOf } from "./prompt.ts";

const CANCELLED = { status: "cancelled" };

/** `while true do end` in a block, which may pause. */
const loops: Body = function* ({ vm }) {
  for (;;) if (--vm.fuel < 0) yield* pause(vm);
};

/** The same where nothing can wait. */
const loopsPlain: Body =
  // biome-ignore lint/correctness/useYield: that is the point
  function* ({ vm }) {
    for (;;) if (--vm.fuel < 0) refill(vm);
  };

const inSection = (...blocks: Body[]) => promptOf({ sections: [{ name: "A", blocks }] });

/** A prompt that waits for an answer that never comes, and what its host saw. */
function waiting() {
  const signals: (AbortSignal | undefined)[] = [];
  const sections = [{ name: "A", blocks: [(lua: Parameters<Body>[0]) => lua.call("ask")] }];
  return { signals, prompt: promptOf({ globals: { ask: waitingFor(signals) }, sections }) };
}

function waitingFor(signals: (AbortSignal | undefined)[]) {
  return (vm: SectionVM) =>
    suspendingHost(vm, function* () {
      const perform = ({ signal }: EffectContext) => {
        signals.push(signal);
        return new Promise<Value>(() => {});
      };
      return yield* effect<Value, Value>(vm, { kind: "tool", request: null, perform });
    });
}

describe("cancel", () => {
  test("CAN-04: before the start nothing runs", async () => {
    const run = inSection((lua) => lua.call("error", "never")).start("", { signal: AbortSignal.abort() });
    expect(await run.outcome).toEqual(CANCELLED);
    expect(await eventsOf(run)).toEqual(["run_started T", "run_failed T"]);
  });

  test("CAN-01, HOST-13: while it waits; the effect is aborted and the VM torn down once", async () => {
    const { prompt, signals } = waiting();
    const abort = new AbortController();
    const run = prompt.start("", { signal: abort.signal });
    expect(signals[0]?.aborted).toBe(false);
    abort.abort();
    expect(await run.outcome).toEqual(CANCELLED);
    expect(signals[0]?.aborted).toBe(true);
    expect((await eventsOf(run)).slice(-4)).toEqual([
      "lua_chunk_started A",
      "lua_teardown_started A",
      "lua_teardown_succeeded A",
      "run_failed T",
    ]);
  });

  test("SCH-14: called chains are closed innermost first, and no code of theirs runs again", async () => {
    const ran: string[] = [];
    const prompt = promptOf({
      globals: { ask: waitingFor([]) },
      sections: [
        {
          name: "A",
          blocks: [
            function* (lua) {
              try {
                return yield* lua.caught("call", "### X");
              } finally {
                ran.push("finally");
              }
            },
          ],
          children: [{ name: "X", blocks: [(lua) => lua.caught("ask")] }],
        },
      ],
    });
    const run = prompt.start();
    run.cancel();
    expect(await run.outcome).toEqual(CANCELLED);
    expect((await eventsOf(run)).slice(-5)).toEqual([
      "lua_teardown_started X",
      "lua_teardown_succeeded X",
      "lua_teardown_started A",
      "lua_teardown_succeeded A",
      "run_failed T",
    ]);
    expect(ran).toEqual([]);
  });

  test("CAN-01a: an endless loop in a block, by signal and by cancel()", async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 5);
    expect(await inSection(loops).start("", { signal: abort.signal }).outcome).toEqual(CANCELLED);
    const run = inSection(loops).start();
    setTimeout(() => run.cancel(), 5);
    expect(await run.outcome).toEqual(CANCELLED);
  });

  test("CAN-01a: timeoutMs ends a loop that cannot wait, one in the library, and a wait", async () => {
    expect(await inSection(loopsPlain).start("", { timeoutMs: 5 }).outcome).toEqual(CANCELLED);
    expect(
      await promptOf({ shared: loops, sections: [{ name: "A" }] }).start("", { timeoutMs: 5 }).outcome,
    ).toEqual(CANCELLED);
    expect(await waiting().prompt.start("", { timeoutMs: 5 }).outcome).toEqual(CANCELLED);
  });

  test("CAN-01a: limits.luaSteps is a count that ends loops everywhere, the same each time", async () => {
    for (const luaSteps of [0, 1, 50, 250_000]) {
      const counts = new Set<number>();
      for (const kind of [loops, loopsPlain, loops]) {
        let count = 0;
        const counted = (vm: SectionVM) =>
          new Proxy(vm, {
            get(target, key) {
              if (key === "fuel") count++;
              return Reflect.get(target, key, target);
            },
          });
        const counting: Body = (lua) => kind(Object.create(lua, { vm: { value: counted(lua.vm) } }));
        expect(await inSection(counting).start("", { limits: { luaSteps } }).outcome).toEqual(CANCELLED);
        counts.add(count);
      }
      expect(counts.size).toBe(1);
    }
    const bounded: Body = function* ({ vm }) {
      for (let step = 0; step < 1000; step++) if (--vm.fuel < 0) yield* pause(vm);
      return "x";
    };
    expect(await inSection(bounded).run("", { limits: { luaSteps: 1000 } })).toBe("x");
    expect(await inSection(bounded).start("", { limits: { luaSteps: 999 } }).outcome).toEqual(CANCELLED);
  });

  test("CAN-01a: the steps of all sections count together", async () => {
    const spends: Body = function* ({ vm }) {
      for (let step = 0; step < 400; step++) if (--vm.fuel < 0) yield* pause(vm);
      return undefined;
    };
    const prompt = promptOf({ sections: ["A", "B", "C"].map((name) => ({ name, blocks: [spends] })) });
    expect(await prompt.start("", { limits: { luaSteps: 1000 } }).outcome).toEqual(CANCELLED);
    expect(await prompt.run("", { limits: { luaSteps: 1200 } })).toBe("done");
  });

  test("CAN-02: no pcall sees the stop, and it passes a recorded jump", async () => {
    const body: Body = function* (lua) {
      yield* lua.caught("jump", "## A");
      return yield* loops(lua);
    };
    expect(await inSection(body).start("", { limits: { luaSteps: 10 } }).outcome).toEqual(CANCELLED);
  });

  test("CAN-03: after a cancel a block that ends by itself gives no result", async () => {
    const abort = new AbortController();
    // biome-ignore lint/correctness/useYield: the Lua of a block is a generator whether it waits or not
    const body: Body = function* () {
      abort.abort();
      return "x";
    };
    const run = inSection(body).start("", { signal: abort.signal });
    expect(await run.outcome).toEqual(CANCELLED);
    expect(await eventsOf(run)).not.toContain("lua_chunk_succeeded A");
  });

  test("OUT-02: the first outcome stands", async () => {
    const run = inSection().start();
    run.cancel();
    expect(await run.outcome).toEqual({ status: "completed", text: "done" });
  });

  test("CAN-03: a cancel from an observer in the middle of a turn", async () => {
    const abort = new AbortController();
    const seen: string[] = [];
    const onEvent = ({ kind }: { kind: string }) => {
      seen.push(kind);
      if (kind === "section_started") abort.abort();
    };
    const run = inSection(loopsPlain).start("", { signal: abort.signal, onEvent });
    expect(await run.outcome).toEqual(CANCELLED);
    expect(seen.filter((kind) => kind === "run_failed")).toHaveLength(1);
  });

  test("CAN-04: a signal that aborts while the host begins the work", async () => {
    const abort = new AbortController();
    const ask = (vm: SectionVM) =>
      suspendingHost(vm, function* () {
        const perform = () => {
          abort.abort();
          return new Promise<Value>(() => {});
        };
        return yield* effect<Value, Value>(vm, { kind: "tool", request: null, perform });
      });
    const prompt = promptOf({
      globals: { ask },
      sections: [{ name: "A", blocks: [(lua) => lua.call("ask")] }],
    });
    expect(await prompt.start("", { signal: abort.signal }).outcome).toEqual(CANCELLED);
  });

  test("HOST-4: a late answer is dropped", async () => {
    let answer: (value: Value) => void = () => {};
    let settled = false;
    const ask = (vm: SectionVM) =>
      suspendingHost(vm, function* () {
        const perform = () =>
          new Promise<Value>((resolve) => {
            answer = resolve;
          });
        const settle = () => {
          settled = true;
        };
        return yield* effect<Value, Value>(vm, {
          kind: "tool",
          request: null,
          perform,
          settle: settle as () => Value,
        });
      });
    const run = promptOf({
      globals: { ask },
      sections: [{ name: "A", blocks: [(lua) => lua.call("ask")] }],
    }).start();
    run.cancel();
    answer("late");
    expect(await run.outcome).toEqual(CANCELLED);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(settled).toBe(false);
  });

  test("SCH-10: the outcome waits for a store operation in flight", async () => {
    let finish: (value: Value) => void = () => {};
    const ask = (vm: SectionVM) =>
      suspendingHost(vm, function* () {
        const perform = ({ signal }: EffectContext) => {
          expect(signal).toBeUndefined();
          return new Promise<Value>((resolve) => {
            finish = resolve;
          });
        };
        return yield* effect<Value, Value>(vm, { kind: "store", request: null, perform });
      });
    const run = promptOf({
      globals: { ask },
      sections: [{ name: "A", blocks: [(lua) => lua.call("ask")] }],
    }).start();
    let ended = false;
    const outcome = run.outcome.then((value) => {
      ended = true;
      return value;
    });
    run.cancel();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(ended).toBe(false);
    finish(undefined);
    expect(await outcome).toEqual(CANCELLED);
  });

  test("run() rejects with a PromptError of kind Cancelled that keeps the reason", async () => {
    const signal = AbortSignal.abort("because");
    await expect(inSection().run("", { signal })).rejects.toMatchObject({
      name: "PromptError",
      kind: "Cancelled",
      cause: "because",
    });
  });
});
