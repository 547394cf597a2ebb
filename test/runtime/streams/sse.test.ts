import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PromptRun, RunOutcome } from "../../../runtime/index.ts";
import { type SseOptions, sse } from "../../../runtime/streams/index.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A run that says nothing until it is ended. */
function silentRun() {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const outcome: Promise<RunOutcome> = ended.then(() => ({ status: "completed", text: "x" }) as RunOutcome);
  const next = () => ended.then(() => ({ done: true, value: undefined }));
  const parts = { [Symbol.asyncIterator]: () => ({ next }) };
  return { run: { parts, outcome, cancel: () => end() } as unknown as PromptRun, end };
}

const OUTCOME = 'event: outcome\ndata: {"status":"completed","text":"x"}\n\n';
const BEAT = ": heartbeat\n\n";

/** What a client has read when the run ends after so many milliseconds. */
async function readFor(milliseconds: number, options?: SseOptions): Promise<string> {
  const { run, end } = silentRun();
  const text = sse(run, options).text();
  await vi.advanceTimersByTimeAsync(milliseconds);
  end();
  return text;
}

describe("the heartbeat of sse", () => {
  it("is a comment every 15 seconds without a message", async () => {
    expect(await readFor(14_999)).toBe(OUTCOME);
    expect(await readFor(45_000)).toBe(BEAT + BEAT + BEAT + OUTCOME);
  });

  it("comes as often as the option says, and never with 0", async () => {
    expect(await readFor(250, { heartbeatMs: 100 })).toBe(BEAT + BEAT + OUTCOME);
    expect(await readFor(1_000_000, { heartbeatMs: 0 })).toBe(OUTCOME);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])("cannot be every %d ms", (heartbeatMs) => {
    expect(() => sse(silentRun().run, { heartbeatMs })).toThrow(
      "the option `heartbeatMs` of sse must be a number of milliseconds up to 2147483647, or 0 for no heartbeat",
    );
  });
});
