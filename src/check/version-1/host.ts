import type { Flow } from "../flow.ts";
import { type HostEntry, MadeValue, host as versionZero } from "../host.ts";
import { type AbstractValue, builtin, Place } from "../value.ts";

/** The host globals of version 1 (V1-71); those of aliases come on top. */
export const host: Readonly<Record<string, HostEntry>> = {
  args: "data",
  sys: {
    when: "data",
    now: "data",
    id: "data",
    section_name: "data",
    execution: "data",
    section_count: "data",
    index: "data",
    model: "data",
    reply_finish_reason: "data",
  },
  var: "data",
  reply: "data",
  item: "data",
  log: "plain",
  untrusted: "plain",
  jump: "plain",
  list_from_section: "plain",
  execute: "suspends",
  fanout: "gives",
  store: versionZero["store"]!,
  models: {
    need: givesHandle("need", true),
    default: givesHandle("default", true),
    use: givesHandle("use", false),
    get: givesHandle("get", false),
    infer: "suspends",
  },
  tools: { need: "suspends", always: "plain", add: "plain", add_local: "plain", calls: "data" },
};

/** A model handle: data, and a method that waits. */
export function modelHandle(flow: Flow): AbstractValue {
  const handle = flow.hostData();
  const infer = builtin("infer", (call) => flow.add(call.result, flow.string), true);
  handle.fields.set("infer", new Place([infer]));
  return handle;
}

function givesHandle(name: string, suspends: boolean): MadeValue {
  return new MadeValue((flow) => {
    const handle = modelHandle(flow);
    return builtin(name, (call) => flow.add(call.result, handle), suspends);
  }, suspends);
}
