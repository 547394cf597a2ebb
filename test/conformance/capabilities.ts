import type { Capability, ToolDescriptor } from "../../runtime/index.ts";
import { isRecord } from "./case.ts";

/** TH-10: the installed capabilities of a case, each contributing the tools of `host.tools` under its id, in file order. */
export function scriptedCapabilities(list: unknown, tools: unknown): readonly Capability[] {
  const entries = Array.isArray(list) ? list : [];
  return entries.map((entry: unknown) => scriptedCapability(isRecord(entry) ? entry : { id: entry }, tools));
}

function scriptedCapability(entry: { readonly [field: string]: unknown }, tools: unknown): Capability {
  const { id, fails, conflicts } = entry as { id: string; fails?: boolean; conflicts?: string[] };
  const activate = () => {
    if (fails === true) throw new Error("activation fails");
    const paths = isRecord(tools) ? Object.keys(tools) : [];
    return paths
      .filter((path) => path.startsWith(`${id}/`))
      .map((path) => scriptedTool(path, (tools as never)[path]));
  };
  return { id, activate, ...(conflicts !== undefined && { conflicts }) };
}

function scriptedTool(path: string, script: { readonly [field: string]: unknown }): ToolDescriptor {
  const {
    description = "A tool for tests",
    parameters = { type: "object", properties: {} },
    structured = false,
  } = script;
  return { path, description, parameters, structured } as ToolDescriptor;
}
