import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Journal, journal } from "../../../runtime/journal/index.ts";
import { openTelemetry } from "../../../runtime/otel/index.ts";
import { load } from "../../shipped/task-prompt.ts";
import { Workplace } from "../../shipped/workplace.ts";
import { type MemorySpan, MemoryTracer } from "./memory-tracer.ts";
import { calls, HEAD, hostOptions, LOOP } from "./traced-run.ts";

let workplace: Workplace;
let opened: (entries: unknown[]) => Journal;

beforeAll(async () => {
  workplace = await Workplace.make();
  workplace.write("journal.mjs", 'export { journal as default } from "promptforge-runtime/journal";');
  const made = await workplace.load<typeof journal>("journal.mjs");
  opened = (entries) => made({ entries: [...entries], append: (entry) => entries.push(entry) });
}, 120_000);
afterAll(() => workplace?.remove());

const SECTIONS = {
  "## Main": `${LOOP}fanout("### Arm", { 1, 2 }) store.write("a", "b") models.loop(m) return store.read("a")`,
  "### Arm": "return tools.call('find')",
};

const isReplayed = ({ attributes }: Pick<MemorySpan, "attributes">) =>
  attributes["promptforge.replayed"] === true;

describe("a run that goes on from its journal", () => {
  it("has the spans of the run that never ended, and those of its replayed part are marked", async () => {
    const prompt = await load(workplace, SECTIONS, HEAD);
    const run = async (entries: unknown[]) => {
      const tracer = new MemoryTracer();
      const telemetry = openTelemetry(tracer, tracer.options);
      const options = hostOptions({
        replies: ({ messages }) => (messages.length === 1 ? calls("find") : "end"),
      });
      await prompt.run("", { ...options, journal: opened(entries), ...telemetry });
      return tracer;
    };
    const entries: unknown[] = [];
    const whole = await run(entries);
    expect(whole.spans.filter(isReplayed)).toEqual([]);
    expect(entries.length).toBeGreaterThan(4);
    const counts: number[] = [];
    for (let kept = 0; kept <= entries.length; kept++) {
      const resumed = await run(entries.slice(0, kept));
      expect({ kept, tree: resumed.tree() }).toEqual({ kept, tree: whole.tree() });
      const replayed = resumed.spans.map((span) => Number(isReplayed(span))).join("");
      expect(replayed).toMatch(/^1*0*$/);
      counts.push(replayed.replaceAll("0", "").length);
      const events = resumed.spans.flatMap(({ events }) => events);
      if (kept === entries.length) expect(events.filter(isReplayed).length).toBeGreaterThan(4);
    }
    expect(counts).toEqual([...counts].sort((one, other) => one - other));
    expect(counts.at(-1)).toBe(whole.spans.length);
  });
});
