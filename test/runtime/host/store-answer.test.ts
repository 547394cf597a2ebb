import { describe, expect, test } from "vitest";
import * as store from "../../../runtime/host/store.ts";
import type { StoreBackend } from "../../../runtime/host/store-backend.ts";
import type { Value } from "../../../runtime/lua/value.ts";
import { callHost, refusal, sectionVM } from "./section.ts";

/** Calls a store function over a backend whose every method gives this answer. */
function call(factory: typeof store.hostStoreRead, answer: unknown, ...values: Value[]) {
  const give = () => answer;
  const backend = { read: give, write: give, append: give, delete: give, exists: give, list: give };
  return callHost(factory(sectionVM({ options: { store: backend as unknown as StoreBackend } })), ...values);
}

/** A promise of a kind whose `then` gives nothing. */
function thenable(answer: unknown): object {
  // biome-ignore lint/suspicious/noThenProperty: that is the point
  return { then: (tell: (answer: unknown) => void) => tell(answer) };
}

const ODD: readonly [string, unknown][] = [
  ["a number", 5],
  ["a bigint", 5n],
  ["a function", () => "x"],
  ["a symbol", Symbol("x")],
  ["bytes", new Uint8Array(2)],
  ["an object", { size: 1 }],
  ["a set", new Set(["a"])],
  ["a boxed string", Object("x")],
];

describe.each([
  ["at once", (answer: unknown) => answer],
  ["promised", async (answer: unknown) => answer],
  ["as a thenable that does not chain", thenable],
])("an answer of a type that its operation does not have, %s", (_name, give) => {
  test.each(ODD)("is a failure of the store: %s (HOST-5, STO-15)", async (_type, answer) => {
    const failed = [
      () => call(store.hostStoreRead, give(answer), "a"),
      () => call(store.hostStoreRead, give(answer), "a", 1),
      () => call(store.hostStoreReadNumbered, give(answer), "a"),
      () => call(store.hostStoreStrReplace, give(answer), "a", "x", "y"),
      () => call(store.hostStoreGlob, give(answer), "**"),
      () => call(store.hostStoreExists, give(answer), "a"),
    ];
    for (const action of failed) expect(await refusal(action)).toBe("store backend failure");
  });

  test("is a failure for a list that holds other things, and for what `exists` cannot say", async () => {
    for (const answer of [[5], [null], ["a", undefined]])
      expect(await refusal(() => call(store.hostStoreGlob, give(answer), "**"))).toBe(
        "store backend failure",
      );
    for (const answer of [null, undefined, "true"])
      expect(await refusal(() => call(store.hostStoreExists, give(answer), "a"))).toBe(
        "store backend failure",
      );
  });

  test("says nothing for a write (STO-10)", async () => {
    for (const [, answer] of [...ODD, ["text", "OK"] as const]) {
      expect(await call(store.hostStoreWrite, give(answer), "a", "b")).toEqual([undefined]);
      expect(await call(store.hostStoreAppend, give(answer), "a", "b")).toEqual([undefined]);
      expect(await call(store.hostStoreDelete, give(answer), "a")).toEqual([undefined]);
    }
  });

  test("null is what is not there (STO-11)", async () => {
    expect(await refusal(() => call(store.hostStoreRead, give(null), "a"))).toBe("file not found: a");
    expect(await refusal(() => call(store.hostStoreStrReplace, give(null), "a", "x", "y"))).toBe(
      "file not found: a",
    );
  });
});
