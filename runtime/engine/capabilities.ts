import { thrownText } from "../host/thrown.ts";
import type { Capability, ToolDescriptor } from "../options.ts";
import { type Gaps, warn } from "./gaps.ts";
import { toolFault } from "./option-shape.ts";
import type { Run } from "./run-state.ts";
import type { Effect } from "./state.ts";
import { EffectWait } from "./suspend.ts";
import { capabilityOf, givenTool } from "./tool-slots.ts";
import { toolStore } from "./tool-store.ts";

/** Activates the declared capabilities in their order and collects their tools by path (PREP-02, PREP-03). */
export function* activate(run: Run, gaps: Gaps): Generator<unknown, Map<string, ToolDescriptor>, unknown> {
  const catalog = new Map<string, ToolDescriptor>();
  const installed = new Map(run.options.capabilities?.map((capability) => [capability.id, capability]));
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

/** Activates a capability and gives its tools; undefined when that failed. */
export function* tried(
  run: Run,
  capability: Capability,
): Generator<unknown, readonly ToolDescriptor[] | undefined, unknown> {
  const work: Effect<readonly ToolDescriptor[], readonly ToolDescriptor[] | undefined> = {
    kind: "preparation",
    request: { id: capability.id },
    perform: ({ signal }) => capability.activate({ store: toolStore(run), signal }),
    settle: (tools) => (Array.isArray(tools) ? tools : undefined),
    refuse: (cause) => {
      warn(run, `capability ${capability.id} failed: ${thrownText(cause)}`);
      return undefined;
    },
  };
  return (yield new EffectWait(work)) as readonly ToolDescriptor[] | undefined;
}

/** CAP-11: a capability supplies only its own paths. What is no tool is left out. */
export function contribute(
  run: Run,
  catalog: Map<string, ToolDescriptor>,
  id: string,
  tool: ToolDescriptor,
): void {
  const path: unknown = tool?.path;
  if (typeof path !== "string") warn(run, `capability ${id} gave a tool without a path`);
  else if (capabilityOf(path) !== id || path.split("/").length !== 3)
    warn(run, `capability ${id} gave the tool ${path}, which is not its own`);
  else {
    const fault = toolFault(path, tool);
    if (fault === undefined) catalog.set(path, tool);
    else warn(run, `capability ${id} gave no tool: ${fault}`);
  }
}
