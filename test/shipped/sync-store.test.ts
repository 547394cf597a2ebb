import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryStore, type Prompt } from "../../runtime/index.ts";
import { load } from "./task-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;
const endless: { [kind: string]: Prompt } = {};

beforeAll(async () => {
  workplace = await Workplace.make();
  endless["a loop over a store"] = await load(workplace, { "## A": "while true do store.exists('x') end" });
  endless["a loop over arms"] = await load(workplace, {
    "## A": "while true do fanout('### W', { 1 }) end",
    "### W": "store.exists('x')",
  });
  endless["a loop over waits that are over"] = await load(workplace, {
    "## A":
      "while true do local t = tasks.spawn('### W') tasks.when_any({ t }, { timeout = 0 }) tasks.cancel(t) end",
    "### W": "store.exists('x') store.exists('x')",
  });
}, 120_000);
afterAll(() => workplace?.remove());

const CANCELLED = { status: "cancelled" };
const kinds = ["a loop over a store", "a loop over arms", "a loop over waits that are over"];

describe.each(kinds)("%s that answers at once", (kind) => {
  it("ends by timeoutMs (CAN-01a)", async () => {
    expect(await endless[kind]!.start("", { timeoutMs: 30 }).outcome).toEqual(CANCELLED);
  });

  it("ends by limits.luaSteps (CAN-01a)", async () => {
    expect(await endless[kind]!.start("", { limits: { luaSteps: 2000 } }).outcome).toEqual(CANCELLED);
  });

  it("ends by a signal, long before its loops have spent their fuel (CAN-01)", async () => {
    const abort = new AbortController();
    const store = memoryStore();
    let calls = 0;
    const { exists } = store;
    store.exists = function (path) {
      calls++;
      return exists.call(this, path);
    };
    setImmediate(() => abort.abort());
    expect(await endless[kind]!.start("", { signal: abort.signal, store }).outcome).toEqual(CANCELLED);
    expect(calls).toBeLessThan(10_000);
  });
});

describe("a fanout over very many members that never waits for the host", () => {
  it("ends by a signal and by timeoutMs while it runs (CAN-01a)", async () => {
    const prompt = await load(workplace, {
      "## A": "local m = {} for i = 1, 1e6 do m[i] = i end fanout('### W', m)",
      "### W": "return 'x'",
    });
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 50);
    let arms = 0;
    const onEvent = ({ kind }: { kind: string }) => {
      if (kind === "task_started") arms++;
    };
    expect(await prompt.start("", { signal: abort.signal, onEvent }).outcome).toEqual(CANCELLED);
    expect(await prompt.start("", { timeoutMs: 50, onEvent }).outcome).toEqual(CANCELLED);
    expect(arms).toBeLessThan(1e6);
  });
});
