import { join } from "node:path";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { globSync } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/index.ts";
import { readCases } from "../conformance/case.ts";
import { type EmittedCall, emittedCalls } from "./emitted-calls.ts";
import { featurePrompts } from "./feature-prompts.ts";
import { root } from "./workplace.ts";

/** What emitted code calls that cannot throw, or that rethrows what a call with a place of its own threw. */
const WITHOUT_PLACE = new Set([
  "fail",
  "suspending",
  "varargTable",
  "forValue",
  "shaped",
  "giveBack",
  ".floor",
  ".abs",
]);

/** What a table constructor calls once it has values: it can only run out of memory, which has no position (LMT-22). */
const WITHOUT_SITE = new Set(["arrayTable", "listTable", "append", ".set", ".setField"]);

describe("the source map", () => {
  it.each(featurePrompts.map(({ name, text }) => [name, text]))(
    "leads from every call that can throw to its line (%s)",
    async (_, text) => {
      const { calls, wrong } = await examine(text);
      expect(wrong).toEqual([]);
      expect(calls.length).toBeGreaterThan(3);
      expect(calls.filter(({ siteLine }) => siteLine !== undefined).length).toBeGreaterThan(calls.length / 2);
    },
  );

  it.each(globSync("fixtures/conformance/[01]*.yaml", { cwd: root }).sort())(
    "does so for the prompts of %s",
    async (file) => {
      const prompts = readCases(join(root, file)).flatMap(({ case: { prompt } }) => prompt ?? []);
      const wrong: string[] = [];
      let count = 0;
      for (const text of prompts) {
        const examined = await examine(text);
        count += examined.calls.length;
        wrong.push(...examined.wrong.map((problem) => `${problem}\n${text}`));
      }
      expect(wrong).toEqual([]);
      expect(count).toBeGreaterThan(100);
    },
    120_000,
  );
});

/** The calls of a prompt's emitted code that can throw, and what is wrong with the places that the map gives them. */
async function examine(text: string): Promise<{ calls: readonly EmittedCall[]; wrong: readonly string[] }> {
  const { code, map } = await compile({ path: "folder/x.prompt.md", text });
  if (code === undefined) return { calls: [], wrong: [] };
  const decoded = new TraceMap(map as never);
  const calls = emittedCalls(code, text).filter(({ callee }) => !WITHOUT_PLACE.has(callee));
  const wrong = calls.flatMap((call) => {
    const original = originalPositionFor(decoded, call);
    if (original.source === "x.prompt.md" && isLine(original.line, call)) return [];
    const { callee, line, column, siteLine, fence } = call;
    return [
      `${callee} at ${line}:${column} leads to ${original.line}, not to ${siteLine ?? fence}: ${call.text}`,
    ];
  });
  return { calls, wrong };
}

function isLine(line: number | null, { callee, siteLine, fence }: EmittedCall): boolean {
  if (line === null) return false;
  const isKnown = siteLine !== undefined && !WITHOUT_SITE.has(callee);
  return isKnown ? line === siteLine : line >= fence[0] && line <= fence[1];
}
