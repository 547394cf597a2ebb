import { modelFault, toolFault } from "../engine/option-shape.ts";
import type { Run } from "../engine/run-state.ts";
import type { SectionVM } from "../engine/state.ts";
import { effect } from "../engine/suspend.ts";
import { type Awaitable, after } from "../host/store-backend.ts";
import type { Value } from "../lua/value.ts";
import type { Model } from "../model.ts";
import type { EffectContext, ModelNeed, SlotTool, ToolDescriptor, ToolNeed, Unresolved } from "../options.ts";
import { declarationsOf } from "./declarations.ts";

/** What the host has found for a need: facts for the journal, or why there is nothing, with what it threw. */
export type Resolved<Facts> = Facts | { readonly unresolved: Unresolved; readonly cause?: unknown };

/** Asks the host for what a need describes: one effect, whose answer is plain data (V1-66). */
export function* resolved<Facts>(
  vm: SectionVM,
  need: ToolNeed | ModelNeed,
  find: (context: EffectContext) => Awaitable<Facts | Unresolved>,
): Generator<unknown, Resolved<Facts>, Value> {
  return yield* effect<unknown, Resolved<Facts>>(vm, {
    kind: "resolve",
    request: need,
    perform: (context) =>
      after(find(context), (found) => (typeof found === "string" ? { unresolved: found } : found)),
    refuse: (cause) => ({ unresolved: "absent", cause }),
  } as Parameters<typeof effect<unknown, Resolved<Facts>>>[1]);
}

/**
 * The host's tool for a need: that of `resolveTool`, else the one of its alias. Kept for the calls of this process. What the host is asked is a
 * copy: writing into it changes nothing.
 */
export function findTool(
  run: Run,
  need: ToolNeed,
  context: EffectContext,
): Awaitable<ToolDescriptor | Unresolved> {
  const { resolveTool } = run.options;
  const asked = { ...need, opts: {} };
  const found = resolveTool === undefined ? toolByName(run, need) : resolveTool(asked, context);
  return after(found as Awaitable<ToolDescriptor | Unresolved>, (tool) => {
    if (isUnresolved(tool)) return tool;
    const fault =
      typeof tool?.path === "string" ? toolFault("resolveTool", tool) : "`resolveTool.path` must be a string";
    if (fault !== undefined) throw new TypeError(fault);
    declarationsOf(run).liveTools.set(need.alias, tool);
    return tool;
  });
}

/** The same for a model: that of `resolveModel`, else the one of its alias, else the run's. */
export function findModel(run: Run, need: ModelNeed, context: EffectContext): Awaitable<Model | Unresolved> {
  const { resolveModel } = run.options;
  const asked = { ...need, opts: { ...need.opts } };
  const found = resolveModel === undefined ? modelByName(run, need) : resolveModel(asked, context);
  return after(found as Awaitable<Model | Unresolved>, (model) => {
    if (isUnresolved(model)) return model;
    const fault = modelFault("resolveModel", model);
    if (fault !== undefined) throw new TypeError(fault);
    declarationsOf(run).liveModels.set(need.alias, model);
    return model;
  });
}

const UNRESOLVED: readonly unknown[] = ["absent", "duplicate", "ambiguous"] satisfies Unresolved[];

function isUnresolved(found: unknown): found is Unresolved {
  return UNRESOLVED.includes(found);
}

function toolByName(run: Run, { alias }: ToolNeed): ToolDescriptor | Unresolved {
  const { tools } = run.options;
  const given = tools !== undefined && Object.hasOwn(tools, alias) ? tools[alias] : undefined;
  if (given !== undefined) return named(alias, given);
  const [tool, ...others] = declarationsOf(run).catalog.filter(({ path }) => path.endsWith(`/${alias}`));
  return others.length > 0 ? "ambiguous" : (tool ?? "absent");
}

/** A tool as it was given, under its alias where it has no path. It may be an object of a class. */
function named(alias: string, tool: SlotTool & { readonly path?: string }): ToolDescriptor {
  const { path = alias, description, parameters, structured = false, call } = tool;
  const facts = { path, description, parameters, structured };
  return call === undefined ? facts : { ...facts, call: (args, context) => tool.call!(args, context) };
}

function modelByName(run: Run, { alias, opts }: ModelNeed): Model | Unresolved {
  const { models, model: current } = run.options;
  const model = models !== undefined && Object.hasOwn(models, alias) ? models[alias] : current;
  if (model === undefined || (opts.context !== undefined && model.context < opts.context)) return "absent";
  const unfit = { true: "never", false: "always" }[String(opts.thinking)];
  return model.thinking === unfit ? "absent" : model;
}
