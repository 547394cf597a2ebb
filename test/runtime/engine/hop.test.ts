import { afterEach, describe, expect, test, vi } from "vitest";
import { Hop } from "../../../runtime/engine/hop.ts";

/** How many turns were taken in a row, with whatever the platform has left. */
const turns = (hop: Hop, count: number): Promise<number> =>
  new Promise((resolve) => {
    let taken = 0;
    const next = () => (++taken === count ? resolve(taken) : hop.turn(next));
    hop.turn(next);
  });

describe("a turn of the event loop", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test.each([[[]], [["setImmediate"]], [["setImmediate", "MessageChannel"]]])(
    "SCH-6: microtasks come first without %j",
    async (missing) => {
      const { queueMicrotask } = globalThis;
      for (const name of missing as string[]) vi.stubGlobal(name, undefined);
      const hop = new Hop(undefined);
      const order: string[] = [];
      const turned = new Promise<void>((resolve) =>
        hop.turn(() => {
          order.push("turn");
          resolve();
        }),
      );
      let left = 20;
      const microtask = (): void => {
        if (--left > 0) queueMicrotask(microtask);
        else order.push("microtasks");
      };
      microtask();
      await turned;
      expect(order).toEqual(["microtasks", "turn"]);
      expect(await turns(hop, 5)).toBe(5);
      hop.close();
    },
  );

  test("with nothing but promises it still goes on", async () => {
    for (const name of ["setImmediate", "MessageChannel", "setTimeout"]) vi.stubGlobal(name, undefined);
    expect(await turns(new Hop(undefined), 5)).toBe(5);
  });

  test("a host's own turn is used where it gives one", async () => {
    let asked = 0;
    const hop = new Hop((callback) => {
      asked++;
      queueMicrotask(callback);
    });
    expect(await turns(hop, 3)).toBe(3);
    expect(asked).toBe(3);
  });

  const failure = () => {
    throw new Error("no turn");
  };

  test.each<[string, (callback: () => void) => unknown]>([
    ["throws", failure],
    ["rejects", async () => failure()],
    [
      "calls back and throws",
      (callback) => {
        callback();
        failure();
      },
    ],
    [
      "calls back twice",
      (callback) => {
        callback();
        callback();
      },
    ],
  ])("a host's own turn that %s is one turn", async (_name, given) => {
    const hop = new Hop(given);
    expect(await turns(hop, 3)).toBe(3);
    let called = 0;
    await new Promise<void>((resolve) =>
      hop.turn(() => {
        called++;
        setTimeout(resolve, 0);
      }),
    );
    expect(called).toBe(1);
    hop.close();
  });
});
