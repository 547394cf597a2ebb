import { Failure } from "../../engine/failure.ts";
import type { SectionVM } from "../../engine/state.ts";
import type { ModelToolCall, OfferedTool, ToolScope } from "../../engine/tool-scope.ts";
import { callBound } from "../../host/tools/bound-call.ts";
import type { LocalTool } from "../../host/tools/local-tool.ts";
import { offeredTools } from "../../host/tools/scope.ts";
import type { ToolCall } from "../../host/tools/tool-call.ts";
import { beginCall, toolboxOf } from "../../host/tools/toolbox.ts";
import type { Value } from "../../lua/value.ts";
import { luaFailure } from "../failure.ts";

/** Lets prose turns offer and call the needed and local tools of a section (V1-21, V1-28). */
export function installToolScope1(vm: SectionVM): void {
  vm.tools = new ProseScope(vm);
}

class ProseScope implements ToolScope {
  readonly #vm: SectionVM;

  constructor(vm: SectionVM) {
    this.#vm = vm;
  }

  offer(): readonly OfferedTool[] {
    return offeredTools(this.#vm);
  }

  /** The model is told of no failure: it ends the run (V1-28). */
  *call({ id, name, arguments: args, turn }: ModelToolCall): Generator<unknown, string, Value> {
    const vm = this.#vm;
    const call: ToolCall = { alias: name, args, id, turn };
    beginCall(vm, name);
    const local = toolboxOf(vm).locals.get(name);
    if (local !== undefined) return yield* handled(vm, local, call);
    const reply = yield* callBound(vm, vm.run.bindings!.tools.get(name)!, call, false);
    if ("content" in reply) return reply.content;
    const { failure, cause } = reply;
    throw new Failure("Tool", `tool call failure: ${failure}`, { section: vm.entry.section, cause });
  }
}

/** `jump` is nil while a handler runs (V1-59); its failure is one of Lua. */
function* handled(vm: SectionVM, local: LocalTool, call: ToolCall): Generator<unknown, string, Value> {
  const { globals, entry } = vm;
  const jump = globals.getString("jump");
  globals.setField("jump", undefined);
  try {
    return yield* local.run(vm, call);
  } catch (thrown) {
    throw luaFailure(entry, undefined, thrown);
  } finally {
    if (entry.chain.entry === entry) globals.setField("jump", jump);
  }
}
