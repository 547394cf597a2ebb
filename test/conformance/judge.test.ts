import { describe, expect, it } from "vitest";
import { judge } from "./judge.ts";
import type { Observed } from "./observed.ts";

const seen = (part: Partial<Observed>): Observed => ({
  ending: { kind: "result", text: "done" },
  store: {},
  logs: [],
  reports: [],
  requests: [],
  toolCalls: [],
  unmet: [],
  ...part,
});
const whats = (expectation: { readonly [field: string]: unknown }, part: Partial<Observed> = {}) =>
  judge(expectation, seen(part)).map(({ what }) => what);
const failed = (error: object) =>
  ({
    ending: { kind: "error", error: { kind: "Lua", message: "boom", retryable: false, ...error } },
  }) as const;

describe("judging a case", () => {
  it("compares a result exactly", () => {
    expect(whats({ result: "done" })).toEqual([]);
    expect(whats({ result: "done\n" })).toEqual(["result"]);
    expect(whats({ result: "boom" }, failed({}))).toEqual(["result"]);
  });

  it("wants exactly one ending, and only known fields", () => {
    expect(whats({})).toEqual(["expect"]);
    expect(whats({ result: "done", outcome: "cancelled" })).toEqual(["expect", "outcome"]);
    expect(whats({ result: "done", colour: "red" })).toEqual(["colour"]);
    expect(whats({ error: { kind: "Lua", text: "boom" } }, failed({}))).toEqual(["error.text"]);
    expect(whats({ result: "done", toString: 1 })).toEqual(["toString"]);
  });

  it("compares the given fields of an error (TH-22)", () => {
    expect(whats({ error: { kind: "Lua" } }, failed({}))).toEqual([]);
    expect(
      whats({ error: { kind: "Lua", contains: "oo", message: "boom", retryable: false } }, failed({})),
    ).toEqual([]);
    expect(whats({ error: { kind: "Tool", contains: "x" } }, failed({}))).toEqual([
      "error.kind",
      "error.contains",
    ]);
    expect(whats({ error: { kind: "Lua", line: 3 } }, failed({ line: 3 }))).toEqual([]);
    expect(whats({ error: { kind: "Lua", line: 3 } }, failed({}))).toEqual(["error.line"]);
    expect(whats({ error: { kind: "Lua" } })).toEqual(["error"]);
  });

  it("takes a parse failure for the run error of kind Parse (KND-30), and a missing version for a parse error (FMT-15)", () => {
    const parse = {
      ending: { kind: "parseError", failure: { kind: "Fence", message: "m", line: 2 } },
    } as const;
    expect(whats({ parseError: { kind: "Fence", line: 2 } }, parse)).toEqual([]);
    expect(whats({ parseError: { kind: "Fence", name: "p" } }, parse)).toEqual(["parseError.name"]);
    expect(whats({ error: { kind: "Parse", message: "m" } }, parse)).toEqual([]);
    expect(whats({ parseError: { kind: "Structure" } }, failed({ kind: "Parse" }))).toEqual([]);
    expect(whats({ parseError: { kind: "Structure" } }, failed({}))).toEqual(["parseError"]);
  });

  it("compares the whole store", () => {
    expect(whats({ result: "done", store: { a: "1" } }, { store: { a: "1" } })).toEqual([]);
    expect(whats({ result: "done", store: {} }, { store: { a: "1" } })).toEqual(["store"]);
  });

  it("compares logs in order, and reports only of the listed events (TH-21)", () => {
    const logs = [{ section: "A", message: "x" }];
    expect(whats({ result: "done", logs }, { logs })).toEqual([]);
    expect(whats({ result: "done", logs: [] }, { logs })).toEqual(["logs"]);
    const reports = ["section_started", "run_succeeded", "section_started"].map((event) => ({
      section: "A",
      event,
    }));
    const listed = [reports[0], reports[2]];
    expect(whats({ result: "done", reports: listed }, { reports })).toEqual([]);
    expect(whats({ result: "done", reports: listed.slice(1) }, { reports })).toEqual(["reports"]);
  });

  it("compares the given fields of requests (TH-02)", () => {
    const requests = [
      { role: "w", messages: [{ role: "user", content: "q" }], tools: [{ name: "t", description: "d" }] },
    ];
    const expecting = (entry: object) => whats({ result: "done", requests: [entry] }, { requests });
    expect(expecting({ role: "w", temperature: null, tools: ["t"] })).toEqual([]);
    expect(expecting({ tools: [{ name: "t", description: "e" }] })).toEqual([
      "requests[0].tools[0].description",
    ]);
    expect(expecting({ tools: [] })).toEqual(["requests[0].tools"]);
    expect(expecting({ thinking: false })).toEqual(["requests[0].thinking"]);
    expect(expecting({ wheel: 1 })).toEqual(["requests[0].wheel"]);
    expect(whats({ result: "done", requests: [] }, { requests })).toEqual(["requests"]);
  });

  it("fails what the script could not answer, and a run that broke", () => {
    expect(whats({ result: "done" }, { unmet: ["asked too often"] })).toEqual(["host"]);
    expect(whats({ result: "done" }, { ending: { kind: "broken", message: "m" } })).toEqual([
      "run",
      "result",
    ]);
  });
});
