import type { Capability, ToolAnswer, ToolContext, ToolDescriptor } from "../../runtime/index.ts";
import { isRecord } from "./case.ts";

/** What the scripted tools share with the host of their case. */
export interface ToolScript {
  /** Called as a request goes out. True: it is never answered. */
  readonly outstanding: () => boolean;
  /** Every call, in order (TH-12). */
  readonly toolCalls: { readonly [field: string]: unknown }[];
  readonly unmet: string[];
}

type Fields = { readonly [field: string]: unknown };

/** TH-10: the installed capabilities of a case, each contributing the tools of `host.tools` under its id, in file order. */
export function scriptedCapabilities(
  list: unknown,
  tools: unknown,
  script: ToolScript,
): readonly Capability[] {
  const entries = Array.isArray(list) ? list : [];
  const scripted = Object.entries(isRecord(tools) ? tools : {}).map(([path, tool]) =>
    scriptedTool(path, isRecord(tool) ? tool : {}, script),
  );
  return entries.map((entry: unknown) =>
    scriptedCapability(isRecord(entry) ? entry : { id: entry }, scripted),
  );
}

function scriptedCapability(entry: Fields, tools: readonly ToolDescriptor[]): Capability {
  const { id, fails, conflicts } = entry as { id: string; fails?: boolean; conflicts?: string[] };
  const activate = () => {
    if (fails === true) throw new Error("activation fails");
    return tools.filter(({ path }) => path.startsWith(`${id}/`));
  };
  return { id, activate, ...(conflicts !== undefined && { conflicts }) };
}

const known = new Set(["reply", "error", "trusted", "structured", "description", "parameters"]);

function scriptedTool(path: string, tool: Fields, script: ToolScript): ToolDescriptor {
  const stranger = Object.keys(tool).find((field) => !known.has(field));
  if (stranger !== undefined) script.unmet.push(`unknown field \`${stranger}\` of the tool ${path}`);
  const { parameters = { type: "object", properties: {} }, structured = false } = tool;
  const { description = catalogue[path] ?? "A tool for tests" } = tool;
  const replies = [tool["reply"]].flat();
  const call = async (_args: unknown, { request }: ToolContext): Promise<ToolAnswer> => {
    // What the tool was given, whatever becomes of it.
    script.toolCalls.push(structuredClone(request) as never);
    if (script.outstanding()) return new Promise<never>(() => {});
    if (tool["error"] !== undefined) throw new Error(String(tool["error"]));
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    return { text: String(reply ?? sortedJson(request.arguments)), trusted: tool["trusted"] === true };
  };
  return { path, description, parameters, structured, call } as ToolDescriptor;
}

/** Section 13 of part 08. */
const catalogue: { readonly [path: string]: string } = {
  "promptforge/web/fetch": "Fetch a web page and return its main content as markdown.",
  "promptforge/web/search": "Search the web and return a list of results (title, url, description).",
};

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
