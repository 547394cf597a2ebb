import type { SlotTool, ToolDescriptor } from "../options.ts";
import { encodeUtf8 } from "../utf8.ts";
import { type Gaps, warn } from "./gaps.ts";
import type { BoundTool } from "./prepare.ts";
import type { Run } from "./run-state.ts";

/** The slots of the contract with their tools, in bytewise alias order (PREP-04, CAP-32). */
export function bindSlots(
  run: Run,
  catalog: ReadonlyMap<string, ToolDescriptor>,
  gaps: Gaps,
): Map<string, BoundTool> {
  const bound = new Map<string, BoundTool>();
  for (const alias of Object.keys(run.options.tools ?? {})) {
    if (run.module.contract.tools.some((slot) => slot.alias === alias)) continue;
    warn(run, `the option \`tools\` names ${alias}, which is no tool slot of the prompt`);
  }
  const supplying = new Set([...catalog.keys()].map(capabilityOf));
  for (const { alias, path } of sortedSlots(run)) {
    const descriptor = givenTool(run, alias) ?? catalog.get(path);
    if (descriptor !== undefined) {
      bound.set(alias, { path, description: encodeUtf8(descriptor.description ?? ""), descriptor });
    } else if (!supplying.has(capabilityOf(path))) gaps.bySlot.push(capabilityOf(path));
    else warn(run, `tool slot ${alias} stays unbound: there is no tool ${path}`);
  }
  return bound;
}

/** The tool that the host gave straight to a slot. */
export function givenTool(run: Run, alias: string): SlotTool | undefined {
  const { tools } = run.options;
  return tools !== undefined && Object.hasOwn(tools, alias) ? tools[alias] : undefined;
}

/** `a/b/c` → `a/b`. */
export function capabilityOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

function sortedSlots(run: Run): Run["module"]["contract"]["tools"] {
  return [...run.module.contract.tools].sort((a, b) => (a.alias < b.alias ? -1 : 1));
}
