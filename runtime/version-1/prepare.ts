import { memoryStore } from "../adapters/memory-store.ts";
import type { Preparation } from "../engine/module.ts";
import { checkCapabilities, checkModels, checkTools } from "../engine/option-shape.ts";
import type { Run } from "../engine/run-state.ts";

/** Makes room for what the H1 Lua will declare. The call itself throws a `TypeError` for models, tools and capabilities that are none. */
export function prepareNeeds(run: Run): Preparation {
  checkModels(run.options);
  checkTools(run.options);
  checkCapabilities(run.options);
  return makeRoom(run);
}

// biome-ignore lint/correctness/useYield: the signature of prepare
function* makeRoom(run: Run): Preparation {
  // The files that tools touch are those that `store` sees (CAP-33).
  run.store ??= memoryStore();
  run.bindings = { tools: new Map(), always: new Map(), models: new Map() };
}
