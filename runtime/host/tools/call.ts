import type { SectionVM } from "../../engine/state.ts";
import { suspendingHost } from "../../engine/suspend.ts";
import type { Json } from "../../json.ts";
import { hostError } from "../../lua/host-error.ts";
import { LuaTable } from "../../lua/table.ts";
import { hostType } from "../../lua/type-name.ts";
import type { LuaFunction, Value } from "../../lua/value.ts";
import { jsonFromLua, NotJson } from "../json-from-lua.ts";
import { parseJson } from "../json-parse.ts";
import { luaFromJson } from "../json-to-lua.ts";
import { quoted, quotedList } from "../quote.ts";
import { callBound } from "./bound-call.ts";
import { aliasOf } from "./object.ts";
import type { ToolCall } from "./tool-call.ts";
import { beginCall, toolboxOf } from "./toolbox.ts";

/** `tools.call(target, args?)`: calls a local or bound tool, in scope or not (TOOL-30 to TOOL-33). */
export function hostToolsCall(vm: SectionVM): LuaFunction {
  return suspendingHost(vm, function* (target, given) {
    const alias = checkTarget(vm, target);
    const { run, chain } = vm;
    const turn = run.rounds?.get(chain.task) ?? 0;
    const call: ToolCall = { alias, args: toolArguments(vm, given), id: undefined, turn };
    const isReserved = RESERVED.has(alias);
    const local = isReserved ? undefined : toolboxOf(vm).locals.get(alias);
    const tool = isReserved ? undefined : run.bindings?.tools.get(alias);
    if (local === undefined && tool === undefined) throw unbound(vm, alias);
    beginCall(vm, alias);
    if (local !== undefined) return yield* local.run(vm, call);
    const reply = yield* callBound(vm, tool!, call, false);
    if ("failure" in reply) throw toolFailure(vm, reply.failure, reply.cause);
    return tool!.descriptor.structured === true ? structured(vm, alias, reply.content) : reply.content;
  });
}

/** The engine's names for what models do with tasks: scripts never reach them. */
const RESERVED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "task",
  "task_cancel",
  "task_status",
  "task_events",
  "await_tasks",
]);

function checkTarget(vm: SectionVM, target: Value): string {
  const alias = aliasOf(target);
  if (alias !== undefined) return alias;
  throw hostError(vm, "lua", `tools.call alias must be a string or Tool object, got ${hostType(target)}`);
}

/** TOOL-31. */
function toolArguments(vm: SectionVM, given: Value): Json {
  if (given === undefined) return new Map();
  if (!(given instanceof LuaTable))
    throw hostError(vm, "lua", `args must be a table, got ${hostType(given)}`);
  try {
    return jsonFromLua(vm, given, "args");
  } catch (thrown) {
    if (!(thrown instanceof NotJson)) throw thrown;
    throw hostError(vm, "lua", "args must be a JSON-representable table");
  }
}

function unbound(vm: SectionVM, name: string): unknown {
  const bound = quotedList(vm.run.bindings?.tools.keys() ?? []);
  const text = `tool ${quoted(name)} is not bound in this run; bound aliases: ${bound}`;
  return hostError(vm, "unbound_tool", text, { name });
}

/** The envelope is there before the JSON is read: an untrusted text is never JSON (TOOL-32). */
function structured(vm: SectionVM, alias: string, content: string): Value {
  const json = parseJson(content);
  if (json !== undefined) return luaFromJson(json);
  throw toolFailure(vm, `structured tool ${quoted(alias)} returned invalid JSON`, undefined);
}

function toolFailure(vm: SectionVM, text: string, cause: unknown): unknown {
  const error = hostError(vm, "tool", `tool call failure: ${text}`);
  error.cause = cause;
  return error;
}
