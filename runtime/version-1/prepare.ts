import { memoryStore } from "../adapters/memory-store.ts";
import { contribute, tried } from "../engine/capabilities.ts";
import type { Preparation } from "../engine/module.ts";
import { checkCapabilities, checkModels, checkTools } from "../engine/option-shape.ts";
import type { Run } from "../engine/run-state.ts";
import type { ToolDescriptor } from "../options.ts";
import { declarationsOf } from "./declarations.ts";

/** Makes room for the models that the H1 Lua will declare. The call itself throws a `TypeError` for models that are none. */
export function prepareModelNeeds(run: Run): Preparation {
  checkModels(run.options);
  return makeRoom(run);
}

/**
 * The same for a prompt that needs tools, also for tools and capabilities. Activates every installed capability, unless the host finds
 * tools itself: before the run begins, since a run that goes on from its journal repeats what a capability does to the store there.
 */
export function prepareNeeds(run: Run): Preparation {
  checkModels(run.options);
  checkTools(run.options);
  checkCapabilities(run.options);
  return activateAll(run);
}

// biome-ignore lint/correctness/useYield: the signature of prepare
function* makeRoom(run: Run): Preparation {
  run.bindings = { tools: new Map(), always: new Map(), models: new Map() };
}

function* activateAll(run: Run): Preparation {
  yield* makeRoom(run);
  // The files that tools touch are those that `store` sees (CAP-33).
  run.store ??= memoryStore();
  const { resolveTool, capabilities = [] } = run.options;
  if (resolveTool !== undefined) return;
  const catalog = new Map<string, ToolDescriptor>();
  for (const capability of capabilities)
    for (const tool of (yield* tried(run, capability)) ?? []) contribute(run, catalog, capability.id, tool);
  declarationsOf(run).catalog = [...catalog.values()];
}
