import type { BoundTool } from "../../engine/prepare.ts";
import type { SectionVM } from "../../engine/state.ts";
import { suspendingHost } from "../../engine/suspend.ts";
import { unusedNames } from "../../engine/unused-names.ts";
import { checkAlias, textArgument } from "../../host/alias.ts";
import { quoted } from "../../host/quote.ts";
import { after } from "../../host/store-backend.ts";
import type { LuaFunction } from "../../lua/value.ts";
import type { SlotTool, ToolDescriptor, ToolNeed } from "../../options.ts";
import { decodeUtf8, encodeUtf8 } from "../../utf8.ts";
import { bindingFailure, declarationsOf } from "../declarations.ts";
import { h1Only } from "../h1-only.ts";
import { findTool, resolved } from "../resolve.ts";
import { needObjects } from "./object.ts";

/** `tools.need(alias, description, override?)`: binds the host's one tool for a description, and gives its Tool object (V1-56, V1-57). */
export function hostToolsNeed(vm: SectionVM): LuaFunction {
  const make = needObjects(vm);
  return h1Only(vm, "tools.need", () =>
    suspendingHost(vm, function* (target, text, shown) {
      const alias = textArgument(vm, "need", 1, target);
      const capability = textArgument(vm, "need", 2, text);
      const override = shown === undefined ? undefined : textArgument(vm, "need", 3, shown);
      checkAlias(vm, alias, "tool alias");
      const { tools } = declarationsOf(vm.run);
      if (tools.has(alias))
        throw bindingFailure(vm, `tool alias ${quoted(alias)} was declared more than once`);
      const need: ToolNeed = {
        what: "tool",
        alias: decodeUtf8(alias),
        description: decodeUtf8(capability),
        opts: {},
      };
      const facts = yield* resolved<ToolFacts>(vm, need, (context) =>
        after(findTool(vm.run, need, context), (tool) => (typeof tool === "string" ? tool : factsOf(tool))),
      );
      if ("unresolved" in facts)
        throw bindingFailure(vm, `${UNRESOLVED[facts.unresolved]} capability ${quoted(capability)}`, {
          cause: facts.cause,
          help: isAskedByName(vm) && facts.unresolved === "absent" ? adviceFor(vm, need) : undefined,
        });
      const bound = vm.run.bindings!.tools as Map<string, BoundTool>;
      checkIdentity(vm, bound, alias, facts.path);
      const description = override ?? encodeUtf8(facts.description);
      bound.set(alias, { path: facts.path, description, descriptor: descriptorFor(vm, need, facts) });
      tools.set(alias, capability);
      return make(alias);
    }),
  );
}

const UNRESOLVED = {
  absent: "no tool matches",
  duplicate: "duplicate tools match",
  ambiguous: "ambiguous tools match",
};

function isAskedByName({ run }: SectionVM): boolean {
  return run.options.resolveTool === undefined;
}

function adviceFor({ run }: SectionVM, { alias }: ToolNeed): string {
  return NO_TOOL + unusedNames("tools", run.options.tools, [alias]);
}

const NO_TOOL =
  "give the run the option `tools` with a tool under this alias, or a capability with a tool of that name";

/** What is kept of a tool: all but its function. */
type ToolFacts = Omit<ToolDescriptor, "call">;

function factsOf({ path, description, parameters, structured }: ToolDescriptor): ToolFacts {
  return {
    path,
    description: description ?? "",
    parameters,
    ...(structured !== undefined && { structured }),
  };
}

function checkIdentity(
  vm: SectionVM,
  bound: ReadonlyMap<string, BoundTool>,
  alias: string,
  path: string,
): void {
  for (const [other, tool] of bound) {
    if (tool.path !== path) continue;
    const both = `${quoted(other)} and ${quoted(alias)}`;
    throw bindingFailure(vm, `tool identity ${path} was selected by both aliases ${both}`);
  }
}

/** Asks the host again where a run goes on from its journal: the journal has no function. */
function descriptorFor({ run }: SectionVM, need: ToolNeed, facts: ToolFacts): SlotTool {
  const call: SlotTool["call"] = (args, context) => {
    const known = declarationsOf(run).liveTools.get(need.alias);
    return after(known ?? findTool(run, need, context), (tool) => {
      if (typeof tool === "string") throw new TypeError(`the host has no tool any more for ${need.alias}`);
      if (typeof tool.call !== "function") throw new TypeError("tool is not callable");
      return tool.call(args, context);
    });
  };
  return { ...facts, call };
}
