import type { RunOptions, ToolDescriptor, ToolRequest } from "../../runtime/index.ts";
import { type Script, type ScriptedHost, scriptedHost } from "../../runtime/testing/index.ts";

/** What a case answers the needs of version 1 with (V1-67), and the calls of those tools. */
export interface CaseNeeds {
  readonly options: Pick<RunOptions, "resolveModel" | "resolveTool">;
  readonly toolCalls: readonly ToolRequest[];
}

/** A model need is answered by the list of replies under its alias, a tool need by the tool whose path ends in it. */
export function caseNeeds(
  { options: { model } }: ScriptedHost,
  { models = {}, tools = {} }: Script,
): CaseNeeds {
  const { options, toolCalls } = scriptedHost({ tools });
  const descriptors = options.capabilities!.flatMap(
    ({ activate }) => activate({ store: options.store!, signal: undefined }) as readonly ToolDescriptor[],
  );
  return {
    toolCalls,
    options: {
      resolveModel: ({ alias }) => (Object.hasOwn(models, alias) ? { ...model, id: alias } : "absent"),
      resolveTool: ({ alias }) => descriptors.find(({ path }) => path.endsWith(`/${alias}`)) ?? "absent",
    },
  };
}
