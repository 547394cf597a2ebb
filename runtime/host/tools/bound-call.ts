import type { BoundTool } from "../../engine/prepare.ts";
import type { SectionVM } from "../../engine/state.ts";
import { effect } from "../../engine/suspend.ts";
import { toolStore } from "../../engine/tool-store.ts";
import { seedOf } from "../../lua/math/seed.ts";
import { made } from "../../lua/memory.ts";
import type { Value } from "../../lua/value.ts";
import type { ToolOutput, ToolRequest } from "../../options.ts";
import { decodeUtf8, encodeUtf8 } from "../../utf8.ts";
import { plainJson } from "../plain-json.ts";
import { thrownText } from "../thrown.ts";
import { envelope, guardNonce } from "../untrusted.ts";
import { reportResult, type ToolCall } from "./tool-call.ts";

/** What a bound tool gave: the text as Lua and models read it, or, to a script, its own failure. Byte strings. */
export type BoundReply = { readonly content: string } | { readonly failure: string; readonly cause: unknown };

/**
 * Calls a bound tool: one effect (TOOL-40, TOOL-66, EVT-16, HOST-T01 to HOST-T03). `isShown` is true where whoever has called reads its
 * failure as its text.
 */
export function* callBound(
  vm: SectionVM,
  tool: BoundTool,
  call: ToolCall,
  isShown: boolean,
): Generator<unknown, BoundReply, Value> {
  const { run } = vm;
  const perform: Perform = (context) => {
    const request = requestOf(tool, call);
    // Not a copy: the signal is made when it is first read.
    const within = Object.assign(context, { request, store: toolStore(run) });
    const { descriptor } = tool;
    if (run.options.tool !== undefined) return run.options.tool(request, within);
    if (typeof descriptor.call !== "function") throw new TypeError("tool is not callable");
    return descriptor.call(request.arguments, within);
  };
  return yield* effect<unknown, BoundReply>(vm, {
    kind: "tool",
    perform,
    get request() {
      return requestOf(tool, call);
    },
    settle: (answer) => succeeded(vm, call, answer, isShown),
    refuse: (cause) => failed(vm, call, cause, isShown),
  });
}

type Perform = Parameters<typeof effect<unknown, BoundReply>>[1]["perform"];

function requestOf({ path }: BoundTool, { alias, args, id }: ToolCall): ToolRequest {
  const request = { tool: path, alias, arguments: plainJson(args) };
  return id === undefined
    ? { ...request, caller: "script" }
    : { ...request, caller: "model", callId: decodeUtf8(id) };
}

function succeeded(vm: SectionVM, call: ToolCall, answer: unknown, isShown: boolean): BoundReply {
  let output: ToolOutput | undefined;
  try {
    output = outputOf(answer);
  } catch (cause) {
    return failed(vm, call, cause, isShown);
  }
  if (output === undefined) return failed(vm, call, new TypeError("invalid tool output"), isShown);
  vm.run.emit("tool_call_succeeded", vm.entry);
  const text = encodeUtf8(output.text);
  return given(vm, call, text, output.trusted === true);
}

/** Undefined for an answer that is none. A string says nothing of trust. */
function outputOf(answer: unknown): ToolOutput | undefined {
  if (typeof answer === "string") return { text: answer };
  const { text, trusted } = (answer ?? {}) as Partial<ToolOutput>;
  return typeof text === "string" ? { text, trusted: trusted === true } : undefined;
}

/** The tool's own failure: an error to a script, untrusted text to a model whatever the tool's trust (TOOL-66). */
function failed(vm: SectionVM, call: ToolCall, cause: unknown, isShown: boolean): BoundReply {
  vm.run.emit("tool_call_failed", vm.entry);
  const failure = encodeUtf8(thrownText(cause));
  return isShown ? given(vm, call, failure, false) : { failure, cause };
}

function given(vm: SectionVM, call: ToolCall, text: string, trusted: boolean): BoundReply {
  const content = trusted ? text : envelope(vm, guardNonce(seedOf(vm.entropy)), text);
  reportResult(vm, call, content, trusted);
  made(vm, content.length);
  return { content };
}
