import type { Flow } from "./flow.ts";
import { type BuiltinValue, builtin, type CallSite, Place, TableValue } from "./value.ts";

/** The builders of a message list (CONV-01). */
const BUILDERS = ["system", "user", "assistant", "tool", "append"];

/** `messages.new`: gives lists, one value for all of them, with what a loop and the builders put in and with the builders behind. */
export function messageLists(flow: Flow): BuiltinValue {
  const list = flow.hostData();
  const builders = new TableValue();
  for (const name of BUILDERS) {
    builders.fields.set(name, new Place([builtin(name, (call) => build(flow, call))]));
  }
  const metatable = new TableValue();
  metatable.fields.set("__index", new Place([builders]));
  flow.setMetatable(list, new Place([metatable], true));
  return builtin("new", (call) => flow.add(call.result, list));
}

/** `list:user(content)`: what is given is in the list, or in a record in it; the list is given back. */
function build(flow: Flow, { arguments: [list, ...given], rest, result }: CallSite): void {
  const lists = list ?? rest;
  if (lists === undefined) return;
  flow.move(lists, result);
  const record = flow.hostData();
  for (const place of rest === undefined ? given : [...given, rest]) flow.move(place, record.dynamic);
  flow.watch(lists, (value) => {
    if (value.kind !== "table") return;
    flow.add(value.dynamic, record);
    flow.move(record.dynamic, value.dynamic);
  });
}
