import { describe, expect, it } from "vitest";
import { modelError } from "../../../../runtime/host/models/failure.ts";
import { isOverflow } from "../../../../runtime/host/models/overflow.ts";
import type { LuaTable } from "../../../../runtime/lua/table.ts";
import type { ModelFailureDetails } from "../../../../runtime/model.ts";
import { ModelFailure } from "../../../../runtime/model-failure.ts";
import { sectionVM } from "../section.ts";

function explained(cause: unknown): [unknown, unknown, unknown] {
  const { value, origin } = modelError(sectionVM(), cause);
  const { ends, retryable } = origin as { ends: unknown; retryable: unknown };
  expect(ends).toBe("Completion");
  expect((value as LuaTable).getString("kind")).toBe("internal");
  return [(value as LuaTable).getString("message"), retryable, (origin as { cause: unknown }).cause];
}

describe("what a model call fails with (HOST-M20, KND-60, KND-62)", () => {
  const rows: [ModelFailureDetails, string, boolean][] = [
    [{ kind: "transport" }, "http transport failure", true],
    [{ kind: "backend", status: 500, body: "secret" }, "non-success backend status 500", true],
    [{ kind: "backend", status: 408 }, "non-success backend status 408", true],
    [{ kind: "backend", status: 425 }, "non-success backend status 425", true],
    [{ kind: "backend", status: 429 }, "non-success backend status 429", true],
    [{ kind: "backend", status: 499 }, "non-success backend status 499", false],
    [{ kind: "malformed", message: "no choices" }, "malformed response: no choices", true],
    [{ kind: "unreadable", status: 404 }, "unreadable backend error body (status 404)", true],
    [{ kind: "disabled" }, "gateway access is disabled", false],
    [
      { kind: "config", message: "missing environment variable: é" },
      "missing environment variable: \xc3\xa9",
      false,
    ],
  ];

  it.each(rows)("%j, thrown as a ModelFailure or as it is", (details, message, retryable) => {
    const failure = new ModelFailure(details);
    expect(explained(failure)).toEqual([message, retryable, failure]);
    expect(explained(details)).toEqual([message, retryable, details]);
  });

  it("is the message of any other exception, or a transport failure when it has none", () => {
    expect(explained(new TypeError("fetch failed")).slice(0, 2)).toEqual(["fetch failed", false]);
    expect(explained("text").slice(0, 2)).toEqual(["text", false]);
    for (const cause of [undefined, null, new Error(""), 5, { kind: "constructor" }])
      expect(explained(cause).slice(0, 2)).toEqual(["http transport failure", true]);
  });
});

describe("a failure that fails when it is read", () => {
  const trap = (): never => {
    throw new Error("trap");
  };
  it.each([
    ["an accessor", Object.defineProperty({}, "message", { get: trap })],
    ["a proxy", new Proxy({}, { get: trap, has: trap })],
  ])("is a transport failure: %s (HOST-M20)", (_name, cause) => {
    expect(explained(cause).slice(0, 2)).toEqual(["http transport failure", true]);
    expect(isOverflow(cause)).toBe(false);
  });

  it("keeps the fields that can be read", () => {
    const cause = Object.defineProperty({ kind: "backend", status: 500 }, "body", { get: trap });
    expect(explained(cause).slice(0, 2)).toEqual(["non-success backend status 500", true]);
  });
});

describe("a provider's overflow (CONV-74)", () => {
  it.each([
    ["context length"],
    ["Context Window"],
    ["CONTEXT SIZE"],
    ["context_length_exceeded"],
    ["too many tokens"],
    ["prompt is too long"],
  ])("says %j with the status 400 or 413, and no other", (phrase) => {
    const body = `{"error":"the ${phrase}: 9"}`;
    for (const [status, expected] of [
      [400, true],
      [413, true],
      [422, false],
      [500, false],
    ] as const)
      expect(isOverflow(new ModelFailure({ kind: "backend", status, body }))).toBe(expected);
  });

  it("is no other failure", () => {
    expect(isOverflow(new ModelFailure({ kind: "backend", status: 400, body: "bad request" }))).toBe(false);
    expect(isOverflow(new ModelFailure({ kind: "unreadable", status: 400 }))).toBe(false);
    expect(isOverflow(new Error("context length"))).toBe(false);
  });
});
