import type { ToolRequest } from "../options.ts";
import type { Attributes } from "./tracer.ts";

/** A tool call as its span shows it: a bound tool's, or that of a local tool or of a task built-in, which has no path. */
export interface ShownCall {
  readonly alias: string;
  readonly path?: string;
  /** Undefined for the call of a script. */
  readonly id?: string | undefined;
  readonly args?: ToolRequest["arguments"] | undefined;
}

/** What is known of a tool call as it begins; its arguments with the content. */
export function toolAttributes({ alias, path, id, args }: ShownCall, content: boolean): Attributes {
  return {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": alias,
    "gen_ai.tool.type": "function",
    ...(id !== undefined && { "gen_ai.tool.call.id": id }),
    ...(path !== undefined && { "promptforge.tool": path }),
    ...(content && args !== undefined && { "gen_ai.tool.call.arguments": JSON.stringify(args) }),
  };
}

/** What a tool call has given; with the content alone. */
export function resultAttributes(result: string, content: boolean): Attributes {
  return content ? { "gen_ai.tool.call.result": result } : {};
}
