import { memoryStore } from "../adapters/memory-store.ts";
import type { Model } from "../model.ts";
import type { SlotTool } from "../options.ts";
import { activate } from "./capabilities.ts";
import { Gaps, refuse } from "./gaps.ts";
import { bindRoleModels } from "./model-roles.ts";
import type { Preparation } from "./module.ts";
import { checkCapabilities, checkModels, checkTools } from "./option-shape.ts";
import type { Run } from "./run-state.ts";
import { bindSlots } from "./tool-slots.ts";

/** What prepare bound for the whole run (PREP-01). A slot or role that is not in its map is unbound. */
export interface Bindings {
  /** By alias, in bytewise order. */
  readonly tools: ReadonlyMap<string, BoundTool>;
  /** The aliases of `tools.always` in their order, with the description that models are shown where one was given (TOOL-11, TOOL-12). */
  readonly always: Map<string, string | undefined>;
  /** By role label, in bytewise order. */
  readonly models: ReadonlyMap<string, Model>;
}

/** A tool slot with its tool. */
export interface BoundTool {
  /** The path that the slot declares. */
  readonly path: string;
  /** The catalog's, a byte string. */
  readonly description: string;
  readonly descriptor: SlotTool;
}

/**
 * Activates capabilities, fills tool slots, binds and checks model roles, and puts the bindings into the run. Throws the `Failure` with
 * the requirements notice when anything is missing (PREP-01 to PREP-07, MOD-10 to MOD-13, CAP-30 to CAP-32). The call itself throws a
 * `TypeError` for models, tools and capabilities that are none.
 */
export function prepare(run: Run): Preparation {
  checkModels(run.options);
  checkTools(run.options);
  checkCapabilities(run.options);
  return bindAll(run);
}

/** The same for a prompt that declares nothing but model roles. */
export function prepareRoles(run: Run): Preparation {
  checkModels(run.options);
  return bindRoles(run);
}

function* bindAll(run: Run): Preparation {
  const gaps = new Gaps();
  // The files that tools touch are those that `store` sees (CAP-33).
  run.store ??= memoryStore();
  const catalog = yield* activate(run, gaps);
  run.bindings = {
    tools: bindSlots(run, catalog, gaps),
    always: new Map(),
    models: bindRoleModels(run, gaps),
  };
  refuse(run, gaps);
}

// biome-ignore lint/correctness/useYield: the signature of prepare
function* bindRoles(run: Run): Preparation {
  const gaps = new Gaps();
  run.bindings = { tools: new Map(), always: new Map(), models: bindRoleModels(run, gaps) };
  refuse(run, gaps);
}
