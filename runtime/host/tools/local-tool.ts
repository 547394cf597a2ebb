import { isScalar, scalarText } from "../../engine/returns.ts";
import type { SectionVM } from "../../engine/state.ts";
import type { OfferedTool } from "../../engine/tool-scope.ts";
import { callSteps, first } from "../../lua/call.ts";
import { crossing } from "../../lua/error.ts";
import { Stop } from "../../lua/fuel.ts";
import { hostError } from "../../lua/host-error.ts";
import { hostType } from "../../lua/type-name.ts";
import type { LuaFunction, Value } from "../../lua/value.ts";
import { luaFromJson } from "../json-to-lua.ts";
import { reportResult, type ToolCall } from "./tool-call.ts";

const NO_JUMP =
  "jump is unavailable inside a local tool handler: return a value from the handler and call jump from the block after the tool call returns";

/** A tool whose work a Lua function of its section entry does. */
export class LocalTool {
  readonly offered: OfferedTool;
  readonly #handler: LuaFunction;

  constructor(offered: OfferedTool, handler: LuaFunction) {
    this.offered = offered;
    this.#handler = handler;
  }

  /** Runs the handler in the calling chain and gives its text (LT-04 to LT-08, EVT-16); what it raises passes unchanged. */
  *run(vm: SectionVM, call: ToolCall): Generator<unknown, string, Value> {
    const { chain, entry, run } = vm;
    const { barred } = chain;
    chain.barred = NO_JUMP;
    let text: string;
    try {
      text = resultText(vm, yield* this.#handle(vm, call));
    } catch (thrown) {
      if (!(thrown instanceof Stop)) run.emit("tool_call_failed", entry);
      throw thrown;
    } finally {
      chain.barred = barred;
    }
    run.emit("tool_call_succeeded", entry);
    reportResult(vm, call, text, true);
    return text;
  }

  *#handle(vm: SectionVM, { args }: ToolCall): Generator<unknown, Value, Value> {
    const handler = this.#handler;
    try {
      return first(yield* callSteps(vm, handler, luaFromJson(args)));
    } catch (thrown) {
      throw crossing(vm, thrown, handler);
    }
  }
}

/** LT-05. */
function resultText(vm: SectionVM, value: Value): string {
  if (!isScalar(value)) throw hostError(vm, "lua", `cannot return a ${hostType(value)} as a result`);
  return value === undefined ? "" : scalarText(value);
}
