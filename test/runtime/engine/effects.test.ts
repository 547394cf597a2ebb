import { describe, expect, test } from "vitest";
import type { Effect, SectionVM } from "../../../runtime/engine/state.ts";
import { effect, suspendingHost } from "../../../runtime/engine/suspend.ts";
import { EffectDropped } from "../../../runtime/errors.ts";
import { hostUserInput } from "../../../runtime/internal.ts";
import { hostError } from "../../../runtime/lua/host-error.ts";
import type { LuaTable } from "../../../runtime/lua/table.ts";
import type { Value } from "../../../runtime/lua/value.ts";
import type { EffectContext } from "../../../runtime/options.ts";
import { type Body, eventsOf, failureOf, promptOf } from "./prompt.ts";

/** `ask(value)`: an effect whose work is given by the test. */
const asking = (work: Partial<Effect<Value, Value>> & Pick<Effect<Value, Value>, "perform">) => ({
  ask: (vm: SectionVM) =>
    suspendingHost(vm, function* () {
      return yield* effect<Value, Value>(vm, { kind: "tool", request: null, ...work });
    }),
});

const asks: Body = (lua) => lua.call("ask");
const inSection = (body: Body, globals: ReturnType<typeof asking>) =>
  promptOf({ sections: [{ name: "A", blocks: [body] }], globals });

describe("effects", () => {
  test("SCH-5: performed when the turn ends, with its coordinates; the run goes on with what settle gives", async () => {
    const order: string[] = [];
    const contexts: EffectContext[] = [];
    const globals = asking({
      perform: (context) => {
        order.push("perform");
        contexts.push(context);
        expect(context.signal).toBe(context.signal);
        return 5;
      },
      settle: (reply) => {
        order.push(`settle ${String(reply)}`);
        return "settled";
      },
    });
    const body: Body = function* (lua) {
      yield* lua.call("ask");
      return yield* lua.call("ask");
    };
    const options = { execution: "e", onEvent: ({ kind }: { kind: string }) => order.push(kind) };
    const run = inSection(body, globals).start("", options);
    expect(await run.result).toBe("settled");
    expect(order.slice(4, 10)).toEqual([
      "lua_chunk_started",
      "perform",
      "settle 5",
      "perform",
      "settle 5",
      "lua_chunk_succeeded",
    ]);
    expect(contexts).toMatchObject([
      { id: 0, provenance: { task: "0", seq: 5 }, execution: "e", section: "A" },
      { id: 1, provenance: { task: "0", seq: 6 }, execution: "e", section: "A" },
    ]);
  });

  test("EVT-6: an effect takes a number of its task", async () => {
    const numbers: number[] = [];
    for await (const { provenance } of inSection(asks, asking({ perform: () => 1 })).start())
      numbers.push(provenance.seq);
    expect(numbers).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 10]);
  });

  test("no hop and no promise while every answer comes at once", () => {
    let ended = false;
    const body: Body = function* (lua) {
      for (let count = 0; count < 100; count++) yield* lua.call("ask");
      return yield* lua.call("ask");
    };
    const hop = () => {
      throw new Error("no turn of the event loop is needed");
    };
    const onEvent = ({ kind }: { kind: string }) => {
      ended = kind === "run_succeeded";
    };
    inSection(body, asking({ perform: () => "x" })).start("", { hop, onEvent });
    expect(ended).toBe(true);
  });

  test("SCH-6: a promised answer is applied one turn of the event loop after it settled", async () => {
    const order: string[] = [];
    const globals = asking({
      perform: async () => {
        queueMicrotask(() => queueMicrotask(() => order.push("microtasks")));
        return 1;
      },
      settle: () => {
        order.push("settle");
        return "x";
      },
    });
    const hop = (callback: () => void) => {
      order.push("hop");
      setTimeout(callback, 0);
    };
    expect(await inSection(asks, globals).run("", { hop })).toBe("x");
    expect(order).toEqual(
      ["microtasks", "hop", "settle"].sort((a, b) => order.indexOf(a) - order.indexOf(b)),
    );
    expect(order.indexOf("settle")).toBe(2);
  });

  test("HOST-5: what the host throws or rejects with reaches refuse, else the waiting call", async () => {
    const cause = new Error("host");
    for (const perform of [() => Promise.reject(cause), thrower(cause)]) {
      const globals = (vm: SectionVM) =>
        suspendingHost(vm, function* () {
          const refuse = (thrown: unknown): never => {
            expect(thrown).toBe(cause);
            throw hostError(vm, "tool", "refused");
          };
          return yield* effect<Value, Value>(vm, { kind: "tool", request: null, perform, refuse });
        });
      const prompt = promptOf({ sections: [{ name: "A", blocks: [asks] }], globals: { ask: globals } });
      expect(await failureOf(prompt)).toEqual(["Tool", "refused"]);
      const outcome = await inSection((lua) => lua.caught("ask"), asking({ perform })).start().outcome;
      expect(outcome).toMatchObject({
        error: { kind: "Internal", message: "internal invariant violated: host", cause },
      });
    }
  });

  test("a thenable that answers on the spot, and one that throws", async () => {
    const given = (then: (resolve: (value: Value) => void) => void) =>
      ({ then }) as unknown as PromiseLike<Value>;
    expect(await inSection(asks, asking({ perform: () => given((resolve) => resolve("x")) })).run()).toBe(
      "x",
    );
    const prompt = inSection(asks, asking({ perform: () => given(thrower(new Error("then"))) }));
    expect((await failureOf(prompt))[1]).toBe("internal invariant violated: then");
  });

  test("HOST-12: a dropped effect raises cancelled, and uncaught cancels the run", async () => {
    const globals = asking({ perform: () => Promise.reject(new EffectDropped()) });
    const caught: Body = function* (lua) {
      const error = (yield* lua.caught("ask")) as LuaTable;
      return `${error.getString("kind") as string}: ${error.getString("message") as string}`;
    };
    expect(await inSection(caught, globals).run()).toBe("cancelled: interrupted by Ctrl-C");
    expect(await inSection(asks, globals).start().outcome).toEqual({ status: "cancelled" });
  });

  test("a chain that yields neither an effect nor a pause is a fault, not a hang", async () => {
    const body: Body = function* () {
      yield { kind: "tool", request: null } as unknown;
      return undefined;
    };
    expect((await failureOf(inSection(body, asking({ perform: () => 1 }))))[0]).toBe("Internal");
  });

  test("UIN-01, UIN-03: user_input through the run", async () => {
    const prompt = promptOf({ globals: { ask: hostUserInput }, sections: [{ name: "A", blocks: [asks] }] });
    expect(await prompt.run("", { userInput: async ({ section }) => ({ text: `é ${section}` }) })).toBe(
      "é A",
    );
    expect(await prompt.run()).toBe("User input is unavailable in this host; continue without it.");
    const cause = new Error("gone");
    const outcome = await prompt.start("", { userInput: thrower(cause) }).outcome;
    expect(outcome).toMatchObject({
      error: { kind: "Input", message: "user input request was not answered: gone", cause },
    });
  });
});

test("1,000 interleaved runs of one module share nothing", async () => {
  const globals = {
    ask: (vm: SectionVM) =>
      suspendingHost(vm, function* () {
        const perform = () =>
          new Promise<Value>((resolve) => setTimeout(() => resolve(vm.run.args), Number(vm.run.args) % 7));
        return yield* effect<Value, Value>(vm, { kind: "tool", request: null, perform });
      }),
  };
  const body: Body = function* (lua) {
    const { globals: own } = lua.vm;
    for (let round = 0; round < 3; round++) {
      own.setField(
        "count",
        `${(own.getString("count") as string | undefined) ?? ""}${(yield* lua.call("ask")) as string};`,
      );
    }
    return own.getString("count");
  };
  const prompt = promptOf({ sections: [{ name: "A", blocks: [body] }], globals });
  const runs = Array.from({ length: 1000 }, (_, number) =>
    prompt.start(String(number), { execution: `e${number}` }),
  );
  const results = await Promise.all(runs.map((run) => run.result));
  expect(results).toEqual(runs.map((_, number) => `${number};${number};${number};`));
  const events = await eventsOf(runs[0]!);
  for (const number of [1, 500, 999]) expect(await eventsOf(runs[number]!)).toEqual(events);
}, 60_000);

function thrower(cause: unknown): () => never {
  return () => {
    throw cause;
  };
}
