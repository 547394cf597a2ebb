import type { SectionVM } from "../../engine/state.ts";
import { hostError } from "../../lua/host-error.ts";
import { Fields, LuaTable } from "../../lua/table.ts";
import type { Value } from "../../lua/value.ts";
import { luaFromJson } from "../json-to-lua.ts";
import { appendTo, recordTable } from "../messages/append.ts";
import { quoted, quotedList } from "../quote.ts";
import type { Reply } from "./reply.ts";
import type { ReplyCall } from "./reply-calls.ts";
import type { Offer } from "./tool-offer.ts";

/**
 * Runs the calls of a reply in order, one after another, once all of them are known to be in scope; the list grows when all have
 * their results (CONV-22 to CONV-24, TOOL-60, TOOL-62).
 */
export function* runToolCalls(
  vm: SectionVM,
  list: LuaTable,
  { scopes }: Offer,
  { calls, turn }: Reply,
): Generator<unknown, void, Value> {
  for (const { name } of calls) if (!scopes.has(name)) throw outOfScope(vm, name, [...scopes.keys()]);
  const contents: string[] = [];
  for (const call of calls) contents.push(yield* scopes.get(call.name)!.call({ ...call, turn }));
  appendTo(vm, list, recordTable("assistant", "", "tool_calls", new LuaTable([0, ...calls.map(callTable)])));
  for (const [offset, { id }] of calls.entries())
    appendTo(vm, list, recordTable("tool", contents[offset], "tool_call_id", id));
}

function callTable({ id, name, arguments: given }: ReplyCall): LuaTable {
  const call = new LuaTable(undefined, new Fields());
  call.setField("id", id);
  call.setField("name", name);
  call.setField("arguments", luaFromJson(given));
  return call;
}

function outOfScope(vm: SectionVM, name: string, offered: string[]): unknown {
  const isBound = vm.run.bindings?.tools.has(name) === true;
  const hint = isBound ? " (alias is a bound tool slot but was not added to this section's scope)" : "";
  const text = `tool ${quoted(name)} is not in this section's scope; in-scope aliases: ${quotedList(offered.sort())}${hint}`;
  return hostError(vm, "out_of_scope_tool", text, { name });
}
