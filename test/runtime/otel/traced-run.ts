import { expect } from "vitest";
import { type ScriptedReplies, scripted } from "../../../runtime/adapters/scripted.ts";
import type { RunOptions, RunOutcome, SlotTool } from "../../../runtime/index.ts";
import { openTelemetry } from "../../../runtime/otel/index.ts";
import { load, type Sections } from "../../shipped/task-prompt.ts";
import type { Workplace } from "../../shipped/workplace.ts";
import { MemoryTracer } from "./memory-tracer.ts";

/** The frontmatter of the role `writer` and the slot `find`. */
export const HEAD = "models:\n  writer: {}\ncapabilities: [acme/kit]\ntools:\n  find: acme/kit/find\n";

/** Lua that chooses both and begins a conversation. */
export const LOOP = "models.use('writer') tools.add('find') local m = messages.new():user('go') ";

/** What a run is given. */
export interface Given {
  readonly replies?: ScriptedReplies;
  readonly find?: NonNullable<SlotTool["call"]>;
  readonly content?: boolean;
  readonly options?: RunOptions;
}

/** Options for a prompt with `HEAD`. */
export function hostOptions({ replies = [], find = () => "found", options }: Given): RunOptions {
  return {
    model: scripted(replies),
    tools: { find: { description: "Finds", parameters: { type: "object" }, call: find } },
    execution: "e",
    seed: 1,
    startedAt: 0,
    ...options,
  };
}

/** Runs a prompt of these sections; gives its outcome and its trace, whose spans have all ended. */
export async function tracedRun(
  workplace: Workplace,
  sections: Sections,
  given: Given = {},
): Promise<{ outcome: RunOutcome; tracer: MemoryTracer }> {
  const prompt = await load(workplace, sections, HEAD);
  const tracer = new MemoryTracer();
  const { content } = given;
  const telemetry = openTelemetry(tracer, { ...tracer.options, ...(content !== undefined && { content }) });
  const failed: unknown[] = [];
  const onObserverError = (error: unknown) => failed.push(error);
  const outcome = await prompt.start("", { ...hostOptions(given), onObserverError, ...telemetry }).outcome;
  expect(failed).toEqual([]);
  expect(tracer.tree().filter((line) => line.endsWith("?"))).toEqual([]);
  return { outcome, tracer };
}

/** A reply that calls tools, with the ids `id-0`, `id-1` and so on. */
export const calls = (...names: readonly string[]) => ({
  toolCalls: names.map((name, at) => ({ id: `id-${at}`, name, arguments: { n: at } })),
});
