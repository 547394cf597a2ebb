import { memoryStore } from "../adapters/memory-store.ts";
import { thrownText } from "../host/thrown.ts";
import type { Model } from "../model.ts";
import type { Capability, ModelDescriptor, SlotTool, ToolDescriptor } from "../options.ts";
import { encodeUtf8 } from "../utf8.ts";
import { Failure } from "./failure.ts";
import type { Run } from "./run-state.ts";
import type { Effect } from "./state.ts";
import { EffectWait } from "./suspend.ts";

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
 * the requirements notice when anything is missing (PREP-01 to PREP-07, MOD-10 to MOD-13, CAP-30 to CAP-32).
 */
export function* prepare(run: Run): Generator<unknown, void, unknown> {
  const gaps = new Gaps();
  // The files that tools touch are those that `store` sees (CAP-33).
  run.store ??= memoryStore();
  const catalog = yield* activate(run, gaps);
  run.bindings = { tools: bindTools(run, catalog, gaps), always: new Map(), models: bindModels(run, gaps) };
  refuse(gaps);
}

/** The same for a prompt that declares nothing but model roles. */
// biome-ignore lint/correctness/useYield: the signature of prepare
export function* prepareRoles(run: Run): Generator<unknown, void, unknown> {
  const gaps = new Gaps();
  run.bindings = { tools: new Map(), always: new Map(), models: bindModels(run, gaps) };
  refuse(gaps);
}

/** What a run lacks, group by group (PREP-06). */
class Gaps {
  readonly bySlot: string[] = [];
  readonly byDeclaration: string[] = [];
  readonly conflicts: string[] = [];
  readonly roles: string[] = [];
}

function refuse(gaps: Gaps): void {
  const missing = new Set([...gaps.bySlot, ...gaps.byDeclaration]);
  const lines = [
    ...[...missing].map((id) => `missing required capability: ${id}`),
    ...gaps.conflicts,
    ...gaps.roles,
  ];
  if (lines.length === 0) return;
  const notice = ["the environment cannot satisfy this prompt:", ...lines.map((line) => `- ${line}`)].join(
    "\n",
  );
  throw new Failure("RequirementsUnmet", encodeUtf8(notice), missing.size > 0 ? { help: HELP } : {});
}

const HELP =
  "give the run the option `capabilities` with what is missing, or `tools` with a tool for each of the prompt's slots";

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
    if (conflicting.has(id) || isSupplied(run, id)) continue;
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

/** True when the host gave the tool of each of its slots itself. */
function isSupplied(run: Run, id: string): boolean {
  const slots = run.module.contract.tools.filter(({ path }) => capabilityOf(path) === id);
  return slots.length > 0 && slots.every(({ alias }) => givenTool(run, alias) !== undefined);
}

function givenTool(run: Run, alias: string): SlotTool | undefined {
  const { tools } = run.options;
  return tools !== undefined && Object.hasOwn(tools, alias) ? tools[alias] : undefined;
}

/** The tools of a capability; undefined when its activation failed. */
function* tried(
  run: Run,
  capability: Capability,
): Generator<unknown, readonly ToolDescriptor[] | undefined, unknown> {
  const work: Effect<readonly ToolDescriptor[], readonly ToolDescriptor[] | undefined> = {
    kind: "capability",
    request: { id: capability.id },
    perform: (signal) => capability.activate({ store: run.store!, signal }),
    settle: (tools) => (Array.isArray(tools) ? tools : undefined),
    refuse: (cause) => {
      warn(run, `capability ${capability.id} failed: ${thrownText(cause)}`);
      return undefined;
    },
  };
  return (yield new EffectWait(work)) as readonly ToolDescriptor[] | undefined;
}

/** CAP-11: a capability supplies only its own paths. */
function contribute(run: Run, catalog: Map<string, ToolDescriptor>, id: string, tool: ToolDescriptor): void {
  const path: unknown = tool?.path;
  if (typeof path !== "string") warn(run, `capability ${id} gave a tool without a path`);
  else if (capabilityOf(path) === id && path.split("/").length === 3) catalog.set(path, tool);
  else warn(run, `capability ${id} gave the tool ${path}, which is not its own`);
}

/** PREP-04. */
function bindTools(
  run: Run,
  catalog: ReadonlyMap<string, ToolDescriptor>,
  gaps: Gaps,
): Map<string, BoundTool> {
  const bound = new Map<string, BoundTool>();
  const supplying = new Set([...catalog.keys()].map(capabilityOf));
  for (const { alias, path } of sorted(run.module.contract.tools, (slot) => slot.alias)) {
    const descriptor = givenTool(run, alias) ?? catalog.get(path);
    if (descriptor !== undefined) {
      bound.set(alias, { path, description: encodeUtf8(`${descriptor.description ?? ""}`), descriptor });
    } else if (!supplying.has(capabilityOf(path))) gaps.bySlot.push(capabilityOf(path));
    else warn(run, `tool slot ${alias} stays unbound: there is no tool ${path}`);
  }
  return bound;
}

/** PREP-05. A role without a model stays unbound and is not checked (MOD-11). */
function bindModels(run: Run, gaps: Gaps): Map<string, Model> {
  const bound = new Map<string, Model>();
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
