import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Prompt, RunEvent } from "../../runtime/index.ts";
import { busyHost, loadBusyPrompt } from "./busy-prompt.ts";
import { byTask } from "./task-prompt.ts";
import { Workplace } from "./workplace.ts";

let workplace: Workplace;
let prompt: Prompt;

beforeAll(async () => {
  workplace = await Workplace.make();
  prompt = await loadBusyPrompt(workplace);
}, 120_000);
afterAll(() => workplace?.remove());

async function observe(seed: number) {
  const { options, requests, store } = busyHost(seed);
  const run = prompt.start("", options);
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  const files = Object.fromEntries(store.list("").map((path) => [path, store.read(path)]));
  return { outcome: await run.outcome, tasks: byTask(events), requests: requests.sort(), files };
}

describe("the schedule", () => {
  it("gives identical results, events per task and requests per task, whenever the host answers (SCH-12, RUN-06)", async () => {
    const first = await observe(0);
    expect(first.outcome).toMatchObject({ status: "completed" });
    for (let batch = 0; batch < 1000; batch += 100) {
      const seeds = Array.from({ length: 100 }, (_, offset) => batch + offset + 1);
      for (const other of await Promise.all(seeds.map(observe))) expect(other).toEqual(first);
    }
  }, 300_000);

  it("is what the rules say for that prompt", async () => {
    const { outcome, tasks } = await observe(1);
    expect((outcome as { text: string }).text.split("|").slice(1)).toMatchObject([
      "nil",
      "0.0trueSLOW51",
      "0.1falsetask `0.1` was cancelled",
      "0.0trueSLOW51",
      "false",
      expect.stringMatching(/^bye8$/),
      expect.stringMatching(/^falseluasection `Fails` prologue:\d+: .*broken$/),
      expect.any(String),
    ]);
    expect(Object.keys(tasks).length).toBe(3 + 4 + 6 * 2 + 2);
    for (const [task, own] of Object.entries(tasks)) {
      const ends = own.filter((line) => /^\d+ task_(succeeded|failed|cancelled|abandoned)/.test(line));
      expect(ends.length).toBe(task === "0" ? 0 : 1);
      if (task !== "0") expect(own[own.length - 1]).toBe(ends[0]);
    }
  });
});
