import { ScriptAnswers } from "../adapters/script-answers.ts";
import type { JsonValue } from "../events.ts";
import type { Capability, SlotTool, ToolAnswer, ToolDescriptor, ToolRequest } from "../options.ts";
import type { Script, ScriptedTool, ToolReply } from "./script.ts";

/** What the tools share with their host. */
export interface ToolWatch {
  /** Called with each request. True: it is never answered. */
  readonly holds: (request: ToolRequest) => boolean;
  /** Takes a text for each call without a reply. */
  readonly missing: string[];
  /** Takes what tells which replies are left over. */
  readonly unused: (() => readonly string[])[];
}

/** The run options that the tools and capabilities of a script give. */
export function scriptedTools(
  { tools = {}, capabilities }: Script,
  watch: ToolWatch,
): { readonly tools: { readonly [alias: string]: SlotTool }; readonly capabilities: readonly Capability[] } {
  const all = Object.entries(tools).map(([name, tool]) => [name, slotTool(name, tool, watch)] as const);
  const descriptors = all
    .filter(([name]) => name.includes("/"))
    .map(([path, tool]): ToolDescriptor => ({ path, ...tool }));
  const installed = capabilities ?? [...new Set(descriptors.map(({ path }) => path.replace(/\/[^/]*$/, "")))];
  return {
    tools: Object.fromEntries(all.filter(([name]) => !name.includes("/"))),
    capabilities: installed.map((entry) => scriptedCapability(entry, descriptors)),
  };
}

function scriptedCapability(
  entry: NonNullable<Script["capabilities"]>[number],
  tools: readonly ToolDescriptor[],
): Capability {
  const { id, conflicts, fails } = typeof entry === "string" ? { id: entry } : entry;
  const activate = (): readonly ToolDescriptor[] => {
    if (fails === true) throw new Error("activation fails");
    return tools.filter(({ path }) => path.startsWith(`${id}/`));
  };
  return { id, activate, ...(conflicts !== undefined && { conflicts }) };
}

function slotTool(name: string, tool: ScriptedTool, watch: ToolWatch): SlotTool {
  const { reply, ...rest } = typeof tool === "string" || isList(tool) ? { reply: tool } : tool;
  const answers = new ScriptAnswers<ToolRequest, ToolReply>(
    typeof reply === "function"
      ? (request) => reply(request.arguments, request)
      : isList(reply)
        ? reply
        : () => reply,
    watch.missing,
  );
  watch.unused.push(() => answers.unused(` of the tool \`${name}\``));
  const call: NonNullable<SlotTool["call"]> = (
    _args: JsonValue,
    { request },
  ): ToolAnswer | Promise<ToolAnswer> => {
    if (watch.holds(request)) return new Promise<never>(() => {});
    const given = answers.next(request, (count) => `call ${count} of the tool \`${name}\``);
    if (typeof given === "object" && "error" in given) throw new Error(given.error);
    return given;
  };
  return {
    description: "A tool for tests",
    parameters: { type: "object", properties: {} },
    ...rest,
    call,
  };
}

function isList<Entry>(value: unknown): value is readonly Entry[] {
  return Array.isArray(value);
}
