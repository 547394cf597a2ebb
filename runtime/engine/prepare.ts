import type { Capability, ModelDescriptor, ToolDescriptor } from "../options.ts";
import type { Run } from "./run-state.ts";
import type { Effect } from "./state.ts";
import { EffectWait } from "./suspend.ts";

/** What prepare bound for the whole run (PREP-01). A slot or role that is not in its map is unbound. */
export interface Bindings {
  /** By alias, in bytewise order. */
  readonly tools: ReadonlyMap<string, ToolDescriptor>;
  /** By role label, in bytewise order. */
  readonly models: ReadonlyMap<string, ModelDescriptor>;
}

/**
 * Activates capabilities, fills tool slots, binds and checks model roles, and puts the bindings into the run. Gives the requirements
 * notice when anything is missing (PREP-01 to PREP-07, MOD-10 to MOD-13, CAP-30 to CAP-32).
 */
export function* prepare(run: Run): Generator<unknown, string | undefined, unknown> {
  const gaps: Gaps = { bySlot: [], byDeclaration: [], conflicts: [], roles: [] };
  const catalog = yield* activate(run, gaps);
  run.bindings = { tools: bindTools(run, catalog, gaps), models: bindModels(run, gaps) };
  const missing = new Set([...gaps.bySlot, ...gaps.byDeclaration]);
  const lines = [
    ...[...missing].map((id) => `missing required capability: ${id}`),
    ...gaps.conflicts,
    ...gaps.roles,
  ];
  if (lines.length === 0) return undefined;
  return ["the environment cannot satisfy this prompt:", ...lines.map((line) => `- ${line}`)].join("\n");
}

/** What a run lacks, group by group (PREP-06). */
interface Gaps {
  readonly bySlot: string[];
  readonly byDeclaration: string[];
  readonly conflicts: string[];
  readonly roles: string[];
}

/** Activates the declared capabilities in their order and collects their tools by path (PREP-02, PREP-03). */
function* activate(run: Run, gaps: Gaps): Generator<unknown, Map<string, ToolDescriptor>, unknown> {
  const catalog = new Map<string, ToolDescriptor>();
  const installed = installedById(run);
  const declared = new Map(
    run.module.contract.capabilities.map((declaration) => [declaration.ref, declaration]),
  );
  const conflicting = conflicts([...declared.keys()], installed, gaps);
  for (const [id, { optional }] of declared) {
    const capability = installed.get(id);
    if (conflicting.has(id) || suppliedDirectly(run, id)) continue;
    const tools = capability === undefined ? undefined : yield* tried(run, capability);
    if (tools === undefined) {
      if (!optional) gaps.byDeclaration.push(id);
      if (optional || capability !== undefined) warn(run, `capability ${id} is not available`);
    } else for (const tool of tools) contribute(run, catalog, id, tool);
  }
  return catalog;
}

function installedById(run: Run): Map<string, Capability> {
  const installed = new Map<string, Capability>();
  for (const capability of run.options.capabilities ?? []) {
    if (installed.has(capability.id)) throw new TypeError(`capability ${capability.id} is given twice`);
    installed.set(capability.id, capability);
  }
  return installed;
}

/** Every pair of which one names the other is a gap; none of them is activated. */
function conflicts(
  declared: readonly string[],
  installed: ReadonlyMap<string, Capability>,
  gaps: Gaps,
): Set<string> {
  const conflicting = new Set<string>();
  const names = (first: string, second: string) => installed.get(first)!.conflicts?.includes(second) === true;
  const present = declared.filter((id) => installed.has(id));
  present.forEach((first, position) => {
    for (const second of present.slice(position + 1)) {
      if (!names(first, second) && !names(second, first)) continue;
      conflicting.add(first).add(second);
      gaps.conflicts.push(
        `conflicting capabilities: ${first} and ${second} cannot be activated together; declare one or the other`,
      );
    }
  });
  return conflicting;
}

/** True when the host gave the tool of one of its slots itself. */
function suppliedDirectly(run: Run, id: string): boolean {
  const { tools } = run.options;
  if (tools === undefined) return false;
  return run.module.contract.tools.some(
    ({ alias, path }) => capabilityOf(path) === id && Object.hasOwn(tools, alias),
  );
}

/** The tools of a capability; undefined when its activation failed. */
function* tried(
  run: Run,
  capability: Capability,
): Generator<unknown, readonly ToolDescriptor[] | undefined, unknown> {
  const work: Effect<readonly ToolDescriptor[], readonly ToolDescriptor[] | undefined> = {
    kind: "capability",
    request: { id: capability.id },
    perform: (signal) => capability.activate({ store: run.store, signal }),
    settle: (tools) => (Array.isArray(tools) ? tools : undefined),
    refuse: (cause) => {
      warn(
        run,
        `capability ${capability.id} failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      );
      return undefined;
    },
  };
  return (yield new EffectWait(work)) as readonly ToolDescriptor[] | undefined;
}

/** CAP-11: a capability supplies only its own paths. */
function contribute(run: Run, catalog: Map<string, ToolDescriptor>, id: string, tool: ToolDescriptor): void {
  if (capabilityOf(tool.path) === id) catalog.set(tool.path, tool);
  else warn(run, `capability ${id} gave the tool ${tool.path}, which is not its own`);
}

/** PREP-04. */
function bindTools(
  run: Run,
  catalog: ReadonlyMap<string, ToolDescriptor>,
  gaps: Gaps,
): Map<string, ToolDescriptor> {
  const bound = new Map<string, ToolDescriptor>();
  const supplying = new Set([...catalog.keys()].map(capabilityOf));
  for (const { alias, path } of sorted(run.module.contract.tools, (slot) => slot.alias)) {
    const given = run.options.tools;
    const tool = given !== undefined && Object.hasOwn(given, alias) ? given[alias] : catalog.get(path);
    if (tool !== undefined) bound.set(alias, tool);
    else if (!supplying.has(capabilityOf(path))) gaps.bySlot.push(capabilityOf(path));
    else warn(run, `tool slot ${alias} stays unbound: there is no tool ${path}`);
  }
  return bound;
}

/** PREP-05. A role without a model stays unbound and is not checked (MOD-11). */
function bindModels(run: Run, gaps: Gaps): Map<string, ModelDescriptor> {
  const bound = new Map<string, ModelDescriptor>();
  const { model: current, models } = run.options;
  for (const { label, minContext, keywords } of sorted(run.module.contract.roles, (role) => role.label)) {
    const model = models !== undefined && Object.hasOwn(models, label) ? models[label] : current;
    if (model === undefined) continue;
    bound.set(label, model);
    if (minContext !== undefined && model.context < minContext) {
      const needs = `requires a context of at least ${minContext} tokens`;
      gaps.roles.push(`role '${label}': ${needs}; the current model provides ${model.context}`);
    }
    for (const keyword of keywords) {
      const unfit = Object.hasOwn(UNFIT, keyword) ? UNFIT[keyword]! : undefined;
      if (unfit?.thinking !== model.thinking) continue;
      const has = `the current model's thinking capability is ${unfit.shown}`;
      gaps.roles.push(`role '${label}': requires '${keyword}'; ${has}`);
    }
  }
  return bound;
}

/** The thinking capability that each hard keyword cannot do with. */
const UNFIT: {
  readonly [keyword: string]: { readonly thinking: ModelDescriptor["thinking"]; readonly shown: string };
} = {
  thinking: { thinking: "never", shown: "Never" },
  "no-thinking": { thinking: "always", shown: "Always" },
};

/** `a/b/c` → `a/b`. */
function capabilityOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

function sorted<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...items].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

function warn(run: Run, message: string): void {
  try {
    run.options.onWarning?.(message);
  } catch {
    // A host's log must not alter the run.
  }
}
