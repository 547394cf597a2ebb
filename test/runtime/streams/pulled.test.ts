import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pulled } from "../../../runtime/streams/pulled.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** An iteration whose steps the test gives, and how many were asked for. */
function steps() {
  const asked: {
    resolve: (step: IteratorResult<string, unknown>) => void;
    reject: (reason: unknown) => void;
  }[] = [];
  const iteration: AsyncIterator<string, unknown> = {
    next: () => new Promise((resolve, reject) => void asked.push({ resolve, reject })),
  };
  return { iteration, asked };
}

function stream({ iteration }: ReturnType<typeof steps>, gone = (_reason: unknown): void => {}) {
  const body = pulled(iteration, gone, { milliseconds: 100, chunk: () => "beat" });
  // The runtime knows less of streams than Node.
  return (body as unknown as ReadableStream<string>).getReader();
}

describe("a stream with a heartbeat", () => {
  it("has one each time nothing has come for so long, and loses nothing", async () => {
    const given = steps();
    const reader = stream(given);
    for (const _ of [1, 2]) {
      const beat = reader.read();
      await vi.advanceTimersByTimeAsync(100);
      expect(await beat).toEqual({ done: false, value: "beat" });
    }
    const step = reader.read();
    await vi.advanceTimersByTimeAsync(99);
    given.asked[0]!.resolve({ done: false, value: "step" });
    expect(await step).toEqual({ done: false, value: "step" });
    expect(given.asked).toHaveLength(1);
    const last = reader.read();
    await vi.advanceTimersByTimeAsync(0);
    given.asked[1]!.resolve({ done: true, value: undefined });
    expect(await last).toEqual({ done: true, value: undefined });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("times nothing while nobody reads", async () => {
    const given = steps();
    const reader = stream(given);
    await vi.advanceTimersByTimeAsync(1000);
    expect([given.asked.length, vi.getTimerCount()]).toEqual([0, 0]);
    await reader.cancel();
  });

  it("fails with what the iteration throws, behind a heartbeat too", async () => {
    const given = steps();
    const reader = stream(given);
    const beat = reader.read();
    await vi.advanceTimersByTimeAsync(100);
    await beat;
    given.asked[0]!.reject(new Error("broken"));
    await expect(reader.read()).rejects.toThrow("broken");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no timer when its reader goes", async () => {
    const given = steps();
    const reasons: unknown[] = [];
    const reader = stream(given, (reason) => reasons.push(reason));
    const waiting = reader.read();
    await vi.advanceTimersByTimeAsync(50);
    expect(vi.getTimerCount()).toBe(1);
    await reader.cancel("enough");
    expect([await waiting, vi.getTimerCount(), reasons]).toEqual([
      { done: true, value: undefined },
      0,
      ["enough"],
    ]);
    given.asked[0]!.resolve({ done: false, value: "late" });
    await vi.advanceTimersByTimeAsync(0);
  });
});
