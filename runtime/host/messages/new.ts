import type { SectionVM } from "../../engine/state.ts";
import { typeError } from "../../lua/arguments.ts";
import { LuaTable } from "../../lua/table.ts";
import type { LuaFunction, Value } from "../../lua/value.ts";
import { appendTo, recordTable } from "./append.ts";

/** `messages.new()`: an empty list whose metatable has the builders (CONV-01). */
export function hostMessagesNew(vm: SectionVM): LuaFunction {
  const builders = new LuaTable();
  for (const name of Object.keys(BUILDERS)) builders.setField(name, builder(vm, BUILDERS[name]!));
  const metatable = new LuaTable();
  metatable.setField("__index", builders);
  return () => {
    const list = new LuaTable();
    list.mt = metatable;
    return list;
  };
}

/** Appends what it makes and gives the same list; nothing is checked but that there is one (CONV-02). */
function builder(vm: SectionVM, make: (content: Value, more: Value) => Value): LuaFunction {
  return (list, content, more) => {
    if (!(list instanceof LuaTable)) throw typeError(list, 1, "table");
    const record = make(content, more);
    if (record !== undefined) appendTo(vm, list, record);
    return list;
  };
}

const BUILDERS: { readonly [name: string]: (content: Value, more: Value) => Value } = {
  system: (content) => recordTable("system", content),
  user: (content) => recordTable("user", content),
  assistant: (content, calls) => recordTable("assistant", content, "tool_calls", calls),
  tool: (content, id) => recordTable("tool", content, "tool_call_id", id),
  append: (record) => record,
};
