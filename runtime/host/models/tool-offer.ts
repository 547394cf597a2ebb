import type { SectionVM } from "../../engine/state.ts";
import type { OfferedTool, ToolScope } from "../../engine/tool-scope.ts";

/** What a round offers, and who runs it. */
export interface Offer {
  readonly tools: readonly OfferedTool[];
  readonly scopes: ReadonlyMap<string, ToolScope>;
}

/** The tools in scope at this moment, reported as checked (TOOL-10, EVT-15). A tool of the engine goes before another of its name (MTK-3). */
export function offerTools({ tools, builtIns, run, entry }: SectionVM): Offer {
  run.emit("tool_scope_validation_started", entry);
  const offered: OfferedTool[] = [];
  const scopes = new Map<string, ToolScope>();
  try {
    for (const scope of [tools, builtIns]) {
      for (const tool of scope?.offer() ?? []) {
        offered.push(tool);
        scopes.set(tool.name, scope!);
      }
    }
  } catch (thrown) {
    run.emit("tool_scope_validation_failed", entry);
    throw thrown;
  }
  run.emit("tool_scope_validation_succeeded", entry);
  return { tools: offered, scopes };
}
