import { originate } from "../../engine/origin.ts";
import type { BoundTool } from "../../engine/prepare.ts";
import type { SectionVM } from "../../engine/state.ts";
import type { ModelToolCall, OfferedTool, ToolScope } from "../../engine/tool-scope.ts";
import type { JsonValue } from "../../events.ts";
import { hostError } from "../../lua/host-error.ts";
import type { Value } from "../../lua/value.ts";
import { decodeUtf8 } from "../../utf8.ts";
import { quoted } from "../quote.ts";
import { callBound } from "./bound-call.ts";
import type { ToolCall } from "./tool-call.ts";
import { aliasesInScope, beginCall, toolboxOf } from "./toolbox.ts";

/** Lets `models.loop` offer and call the bound and local tools of a section entry (TOOL-10, TOOL-60). */
export function installToolScope(vm: SectionVM): void {
  vm.tools = new SectionScope(vm);
}

class SectionScope implements ToolScope {
  readonly #vm: SectionVM;

  constructor(vm: SectionVM) {
    this.#vm = vm;
  }

  offer(): readonly OfferedTool[] {
    return offeredTools(this.#vm);
  }

  *call({ id, name, arguments: args, turn }: ModelToolCall): Generator<unknown, string, Value> {
    const vm = this.#vm;
    const call: ToolCall = { alias: name, args, id, turn };
    beginCall(vm, name);
    const local = toolboxOf(vm).locals.get(name);
    if (local !== undefined) return yield* local.run(vm, call);
    const reply = yield* callBound(vm, vm.run.bindings!.tools.get(name)!, call, true);
    return "content" in reply ? reply.content : reply.failure;
  }
}

/** The bound and local tools in scope as models see them (TOOL-10). Throws the error of a schema that cannot be offered (TOOL-22). */
export function offeredTools(vm: SectionVM): readonly OfferedTool[] {
  const bound = Array.from(aliasesInScope(vm), (alias) => offerBound(vm, alias));
  const local = Array.from(toolboxOf(vm).locals.values(), ({ offered }) => offered);
  return [...bound, ...local];
}

function offerBound(vm: SectionVM, alias: string): OfferedTool {
  const { tools, always } = vm.run.bindings!;
  const { description, descriptor } = tools.get(alias)!;
  const shown = toolboxOf(vm).added.get(alias) ?? always.get(alias) ?? description;
  return { name: alias, description: decodeUtf8(shown), parameters: schemaOf(vm, alias, descriptor) };
}

/** A copy of the tool's schema, which must be a JSON object (TOOL-22). */
function schemaOf(
  vm: SectionVM,
  alias: string,
  { parameters }: BoundTool["descriptor"],
): OfferedTool["parameters"] {
  try {
    const schema: JsonValue = JSON.parse(JSON.stringify(parameters));
    if (typeof schema === "object" && schema !== null && !Array.isArray(schema))
      return schema as OfferedTool["parameters"];
  } catch {
    // What is no JSON cannot be offered either.
  }
  const text = `model-facing schema build failure for tool alias ${quoted(alias)}`;
  throw originate(vm, hostError(vm, "internal", text), { ends: "Binding" });
}
